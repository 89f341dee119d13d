#!/bin/sh
# The browser tests need Chromium. Install it where that is possible, else say what is skipped.
for name in chromium chromium-browser google-chrome; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing Chromium for the browser tests ..."
  if { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } >/dev/null 2>&1; then
    exit 0
  fi
fi
echo "Skipped: the browser tests, because Chromium is not installed and could not be installed here (Debian: apt-get install chromium)."
exit 0
