"""Strangers' text made safe to show, as every form of a report shows it: that of ``core``."""

from reproscope.core.visible import visible, visible_line

__all__ = ["visible", "visible_line"]
