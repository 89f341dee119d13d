"""Evidence becomes claims: nothing lost, nothing counted twice."""
