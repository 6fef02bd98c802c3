#!/bin/sh
# Finds a Chromium; as root on Debian it installs one, elsewhere it says what to install.
find_browser() { .venv/bin/python -c 'from gasoline.commands.find_browser import find_browser; print(find_browser())' 2>/dev/null; }
explain() { .venv/bin/python -c 'from gasoline.commands import find_browser as f
try: f.find_browser()
except f.BrowserMissing as error: print(error)'; }
find_browser >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing Chromium …"
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null
fi
find_browser >/dev/null && exit 0
explain >&2
exit 1
