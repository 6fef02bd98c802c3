#!/bin/sh
# Finds a Chrome or Chromium; as root on Debian it installs one, elsewhere it says what to install.
find_browser() { .venv/bin/python -c 'from gasoline.launch.find_browser import find_browser; print(find_browser())' 2>/dev/null; }
find_browser >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing Chromium …"
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null
fi
find_browser >/dev/null && exit 0
echo "No Chrome or Chromium found. Install one, or set GASOLINE_BROWSER to its path." >&2
exit 1
