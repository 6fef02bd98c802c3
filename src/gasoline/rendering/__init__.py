"""Text answers: the pieces that the renderers of capabilities share."""
