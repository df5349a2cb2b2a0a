"""Measurements of the room `study`: six million answers in, and what comes out of them."""
