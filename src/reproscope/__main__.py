"""Makes ``python -m reproscope`` the same as the ``reproscope`` command, and nothing more."""

import os
import sys

if __name__ == "__main__":
    # ``-m`` puts the working directory first, which may be the repository that is looked at:
    # none of its modules may be taken for one of ours.
    if sys.path and sys.path[0] == os.getcwd():
        del sys.path[0]

    from reproscope.cli.main import main

    main()
