"""``python -m kg.cli``."""

from kg.cli.running import main

if __name__ == "__main__":
    main()
