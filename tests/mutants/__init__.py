"""Mutation score of the shapes: one statement of the shipped graph made wrong, in many ways."""
