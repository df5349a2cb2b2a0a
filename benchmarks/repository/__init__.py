"""Measurements of the room `repository`: accuracy against hand labels, peers, speed."""
