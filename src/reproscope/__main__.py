"""Makes ``python -m reproscope`` the same as the ``reproscope`` command, and nothing more."""

from reproscope.cli.main import main

if __name__ == "__main__":
    main()
