#!/bin/sh
# The replay tests open exported archives in pywb, a program of its own (GPL), used from outside
# and never imported. Install it where that is possible, else say what is skipped.
place=.tools/pywb
[ -x "$place/bin/wayback" ] && [ -f "$place/.ready" ] && exit 0
echo "Installing pywb for the replay tests ..."
rm -rf "$place"
mkdir -p .tools
if { "${PYTHON:-python3}" -m venv "$place" &&
  "$place/bin/python" -m pip install -q --disable-pip-version-check --retries 1 --timeout 15 'pywb>=2.9,<3' &&
  touch "$place/.ready"; } >/dev/null 2>&1; then
  exit 0
fi
rm -rf "$place"
echo "Skipped: the replay tests, because pywb is not installed and could not be installed here (pip install 'pywb>=2.9,<3' in $place)."
exit 0
