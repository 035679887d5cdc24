"""Entry point of ``python -m rf_indicators``."""

import sys

from .command_line import main

sys.exit(main())
