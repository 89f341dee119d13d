"""*ascertain*: deep research whose every sentence can be checked."""
