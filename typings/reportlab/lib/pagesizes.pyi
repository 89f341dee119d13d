A4: tuple[float, float]
