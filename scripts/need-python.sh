#!/bin/sh
# Says what to install when Python or Node is missing or too old.
"${1:-python3}" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
  echo "Gasoline needs Python 3.11 or newer with venv and pip." >&2
  exit 1
}
node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null || {
  echo "Gasoline needs Node 20 or newer with npm to build the extension." >&2
  exit 1
}
