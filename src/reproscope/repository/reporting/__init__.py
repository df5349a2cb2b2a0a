"""What this room writes besides a report: a badge, and the change against an earlier report."""
