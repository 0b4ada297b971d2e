#!/usr/bin/env python3
"""Synapse, which ends when the input does: whoever started it takes it along, however they end.

    target/peers/bin/python tests/peers/homeserver.py homeserver.yaml
"""

import os
import sys
import threading

from synapse.app.homeserver import main


def watch():
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    sys.argv[1:1] = ["--config-path"]
    threading.Thread(target=watch, daemon=True).start()
    main()
