"""`python -m gasoline`."""

import sys

from gasoline.cli import main

sys.exit(main())
