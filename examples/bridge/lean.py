#!/usr/bin/env python3
"""The least a bridge has to do, for a chat that is a terminal: `Ada: !play bob chess`, `Bob: 1`, `Ada: e4`.
`lean.py adoube` starts a program of its own; `lean.py /run/adoube/door.sock` comes to one that runs (door.listen)."""
import json, os, queue, socket, subprocess, sys, threading, time

def connect(where):
    """Where requests go, and where answers come from."""
    if where.endswith(".sock"):
        door = socket.socket(socket.AF_UNIX)
        door.connect(where)
        return door.makefile("w"), door.makefile("r")
    program = subprocess.Popen([where, "chat", "serve", "--memory"], text=True, stdin=-1, stdout=-1)
    return program.stdin, program.stdout

requests, answers = connect(sys.argv[1])
show = {"prefix": "!", "hears": "everything", "most": 1000}
began, events, newest, heard = time.time_ns(), 0, [], queue.Queue()

def ask(do, **fields):
    print(json.dumps({"do": do, **fields}), file=requests, flush=True)
    answer = json.loads(answers.readline() or '{"error": "the door is closed"}')
    return answer["ok"] if "ok" in answer else sys.exit(str(answer))

def say(message, to=""):
    """Words, then the board, then what can be chosen: a number of the newest list chooses it."""
    global newest
    newest = message["choices"] or newest
    for text in [*message["pieces"], message["board"], *message["lines"]]:
        if text: print(to + text, flush=True)

def happened(name, words):
    global events, newest
    events += 1  # With `began` in front no id is ever used again, not even after a restart.
    choice = next((choice for choice in newest if str(choice["number"]) == words), {})
    deed = {key: choice[key] for key in ("press", "pick") if key in choice}
    if "list" in choice:
        newest = choice["list"]
        return print(*(f"{each['number']} {each['label']}" for each in newest), sep="\n", flush=True)
    answer = ask("event", event=f"{began}-{events}", channel="term:here", show=show, others_read="everything",
                 person={"id": "term:" + name.lower(), "name": name},
                 **deed or {"command" if words.startswith("!") else "said": words.removeprefix("!")})
    if answer["message"]: say(answer["message"], f"(to {name}) ")

def listen():
    for line in sys.stdin: heard.put(line)
    heard.put("")

ask("hello", version=1, platform="term", token=os.environ.get("DOOR_TOKEN"))
threading.Thread(target=listen, daemon=True).start()
while True:
    try:
        line = heard.get(timeout=1) or sys.exit()
        name, colon, words = line.strip().partition(": ")
        if colon: happened(name, words)
    except queue.Empty: pass  # Somebody may be reminded of a game, or the computer has moved.
    while waiting := ask("outbox", platform="term", show=show)["deliveries"]:
        say(waiting[0]["message"])
        ask("done", key=waiting[0]["key"])
