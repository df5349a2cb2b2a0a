"""Reproscope tells whether machine-learning research can be reproduced.

Import a room by name, for example ``from reproscope import scores``; this module itself loads
nothing else, so that importing it stays fast.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
