"""`python -m probcalc`: the command line."""

from probcalc.cli import main

if __name__ == "__main__":
    main()
