#!/usr/bin/env python3
"""Takes from Discord's description of its interface what the bot uses: requests and granted answers, without explanations.

    python3 tests/discord/openapi/extract.py openapi.json > tests/discord/openapi/description.json

The whole is specs/openapi.json of https://github.com/discord/discord-api-spec (licence: LICENSE beside this file).
"""

import json
import re
import sys

USED = """
/applications/@me
/applications/{}/commands
/applications/{}/commands/{}
/applications/{}/guilds/{}/commands
/applications/{}/guilds/{}/commands/{}
/channels/{}
/channels/{}/messages
/channels/{}/messages/{}
/channels/{}/messages/{}/threads
/channels/{}/thread-members/{}
/channels/{}/threads
/gateway
/gateway/bot
/guilds/{}
/guilds/{}/channels
/guilds/{}/members/{}
/guilds/{}/members/search
/guilds/{}/roles
/interactions/{}/{}/callback
/oauth2/applications/@me
/users/@me
/users/@me/channels
/users/{}
/webhooks/{}/{}
/webhooks/{}/{}/messages/{}
""".split()
METHODS = ("get", "put", "post", "patch", "delete")
# What explains and what nothing is checked against.
LEFT_OUT = {"description", "example", "examples", "title", "x-discord-union"}


def plain(value, names=False):
    """A value without explanations; `names` says that its keys are names of fields, any of which may be there."""
    if isinstance(value, dict):
        return {
            key: plain(inner, key in ("properties", "schemas", "responses"))
            for key, inner in value.items()
            if names or key not in LEFT_OUT
        }
    return [plain(item) for item in value] if isinstance(value, list) else value


def described(operation):
    granted = {status: answer for status, answer in operation["responses"].items() if status.startswith("2")}
    return plain({key: value for key, value in operation.items() if key == "requestBody"} | {"responses": granted})


def referred(value):
    """Everything that a value refers to, as `kind/name`."""
    return set(re.findall(r'"#/components/([^"]+)"', json.dumps(value)))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        whole = json.load(file)
    paths = {}
    for path, methods in whole["paths"].items():
        if re.sub(r"{[^}]*}", "{}", path) in USED:
            paths[path] = {method: described(methods[method]) for method in METHODS if method in methods}
    components, wanted = {}, referred(paths)
    while wanted:
        kind, name = wanted.pop().split("/")
        if name not in components.setdefault(kind, {}):
            found = plain(whole["components"][kind][name])
            components[kind][name] = found
            wanted |= referred(found)
    info = {"title": whole["info"]["title"], "version": whole["info"]["version"], "license": whole["info"]["license"]}
    kept = {"openapi": whole["openapi"], "info": info, "paths": paths, "components": components}
    json.dump(kept, sys.stdout, ensure_ascii=False, indent=1, sort_keys=True)
    print()


main()
