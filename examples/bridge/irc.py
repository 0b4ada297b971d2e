#!/usr/bin/env python3
"""A bridge from IRC to adoube's chat door (docs/protocols/chat-door.md). README.md beside this file says how to run it.

It tells adoube what people do in channels: words, commands behind "!" or "adoube:", numbers of the newest list they
were shown. What adoube says to everybody it says in the channel, what is for one person to that person alone. Nothing
is kept. Not here: games, rules and words, which are adoube's; colours, CTCP, notices, threads. Python 3.10 runs it."""
import argparse, asyncio, base64, itertools, json, os, re, sys, time

CONTROLS = re.compile(r"\x03\d{0,2}(?:,\d{1,2})?|[\x00-\x1f\x7f]")  # Colours, bold, and whatever could end a line.
NOTHING = {"text": "", "board": "", "calls": [], "picture": None, "animation": None, "file": None}
PASSWORD = os.environ.get("IRC_PASSWORD")

def fold(name): return name.encode().lower().decode()  # A to Z alone: elsewhere a[ and a{ may be two people.
def encoded(text): return base64.b64encode(text.encode()).decode()
def log(*words): print("irc:", *words, file=sys.stderr, flush=True)
def pieces(text, most=400):
    """A text in pieces of at most so many bytes, between words where it can be, never within a character."""
    while text:
        piece = text.encode()[:most].decode(errors="ignore")
        if len(piece) < len(text) and " " in piece.strip(): piece = piece[:piece.rstrip().rindex(" ") + 1]
        yield piece
        text = text[len(piece):]

class Person:
    """Somebody in a channel of ours. The server tells who leaves and who changes nicks: it is always the same one."""
    def __init__(self, nick, host, seat):
        self.nick, self.host, self.seat, self.account = nick, host, seat, None
        self.channels, self.about = {}, None  # Where they are, and whether they moderate it; where they spoke last.
        self.lists, self.unsaid = {}, 0  # What they alone can choose, by channel; how many lines wait for them.
    def named(self):  # Whoever is logged in is their account, all others the nick and host they came with.
        return {"id": "irc:" + fold(self.account or self.seat), "name": self.nick}

class Bridge:
    def __init__(self, options):
        self.options, self.began, self.counter, self.lists = options, time.time_ns(), itertools.count(1), {}
        show = {"hears": "everything", "prefix": options.prefix, "picture": "file" if options.url else "none"}
        channels = [channel.partition("=") for channel in options.channels]
        self.shows = {fold(channel): {**show, "language": language or "en"} for channel, _, language in channels}
    async def run(self):
        """Connects, starts adoube, and serves both until one of them ends."""
        o = self.options
        self.reader, self.writer = await asyncio.open_connection(o.server, o.port, ssl=None if o.plain else True)
        command = [o.adoube, "--data", o.data, "chat", "serve", *(["--pictures", o.pictures] if o.pictures else [])]
        if o.door: program, (self.answers, self.door) = None, await asyncio.open_unix_connection(o.door, limit=1 << 26)
        else:
            program = await asyncio.create_subprocess_exec(*command, stdin=-1, stdout=-1, limit=1 << 26)
            self.answers, self.door = program.stdout, program.stdin
        self.asked, self.taken, self.people, self.nick, self.whox, self.queue = {}, {}, {}, o.nick, "", asyncio.Queue()
        try: await asyncio.gather(self.deliver(), self.listen(), self.talk(), self.speak())
        finally: self.writer.close(), self.door.close(), await program.wait() if program else None

    # The door: each request goes in with a number, and its answer comes back with that number.
    async def ask(self, do, **fields):
        number = next(self.counter)
        self.asked[number] = answer = asyncio.get_running_loop().create_future()
        self.door.write(json.dumps({"id": number, "do": do, **fields}).encode() + b"\n")
        if "error" in await answer: log("adoube refuses", do, answer.result()["error"])
        return answer.result().get("ok")
    async def listen(self):
        async for line in self.answers:
            answer = json.loads(line)
            if "pending" not in answer: self.asked.pop(answer["id"]).set_result(answer)
        raise EOFError("adoube has ended")

    # The server: what it says, and who is where.
    async def talk(self):
        for line in ["CAP REQ :account-notify extended-join", "CAP REQ :sasl" if PASSWORD else "CAP END",
                     "NICK " + self.nick, f"USER {self.nick} 0 * :A referee for chess"]: self.send(line)
        while line := await asyncio.wait_for(self.reader.readline(), 300):
            first, colon, last = line.decode(errors="replace").rstrip("\r\n").partition(" :")
            source, *words = first.split() if line.startswith(b":") else [":", *first.split()]
            await self.hear(source[1:].partition("!")[::2], *words, *([last] if colon else []))
        raise EOFError("the server has closed the connection")
    async def hear(self, who, *line):
        match line:
            case "PING", *_, token: self.send("PONG :" + token)
            case "PONG", *_, key if key in self.taken: self.taken.pop(key).set_result(None)
            case "CAP", _, "ACK", "sasl" | "sasl ": self.send("AUTHENTICATE PLAIN")
            case "AUTHENTICATE", *_: self.send("AUTHENTICATE " + encoded(f"\0{self.options.nick}\0{PASSWORD}"))
            case ("CAP", _, "NAK", "sasl" | "sasl ") | ("903" | "904", *_): self.send("CAP END")  # Logged in, or not.
            case "433", "*", *_: self.nick += "_"; self.send("NICK " + self.nick)  # Somebody has this nick.
            case "001", nick, *_:
                self.nick = nick
                if PASSWORD: self.send("PRIVMSG NickServ :IDENTIFY " + PASSWORD)
                for channel in self.shows: self.send("JOIN " + channel)
            case "005", *words if "WHOX" in words: self.whox = " %cuhnfa"
            case ("471" | "473" | "474" | "475" | "477"), nick, channel, *_: self.gone(nick, channel)  # We may not.
            case ("JOIN" | "MODE"), channel, *more if fold(channel) in self.shows:
                if line[0] == "JOIN" and who[0] != self.nick: self.meet(who, channel, *more[:1])
                else: self.send("WHO " + channel + self.whox)
            case "352", me, channel, user, host, _, nick, flags, *_:  # WHO as everybody knows it, then with accounts.
                await self.hear(who, "354", me, channel, user, host, nick, flags, "")
            case "354", me, channel, user, host, nick, flags, account if nick != me:
                self.meet((nick, f"{user}@{host}"), channel, account, flags)
            case "315", _, channel, *_: log("in", channel)  # That was everybody.
            case "PART", channel, *_: self.gone(who[0], channel)
            case "KICK", channel, nick, *_: self.gone(nick, channel)
            case "QUIT", *_: self.gone(who[0], *self.shows)
            case "NICK", nick, *_:
                if who[0] == self.nick: self.nick = nick
                elif person := self.people.pop(fold(who[0]), None): person.nick, self.people[fold(nick)] = nick, person
            case "ACCOUNT", name, *_ if fold(who[0]) in self.people: self.people[fold(who[0])].account = name.strip("*")
            case "PRIVMSG", target, text: await self.spoken(who, fold(target), text)
    def meet(self, who, channel, account="", flags=""):
        """Somebody is in a channel. The same nick from elsewhere is somebody else."""
        person = self.people.get(fold(who[0]))
        if not person or person.host != who[1]:
            seats, seat = {other.seat for other in self.people.values()}, fold("!".join(who))
            while seat in seats: seat += "+"
            person = self.people[fold(who[0])] = Person(*who, seat)
        if account: person.account = account if account not in ("*", "0") else None
        if flags or fold(channel) not in person.channels: person.channels[fold(channel)] = bool({*"~&@"} & {*flags})
        return person
    def gone(self, nick, *channels):
        for person in [each for each in self.people.values() if nick in (each.nick, self.nick)]:
            for channel in channels: person.channels.pop(fold(channel), None)
            if not person.channels: del self.people[fold(person.nick)]
        if nick == self.nick: asyncio.get_running_loop().call_later(60, self.send, "JOIN " + channels[0])

    # What people do, and what they are answered alone.
    async def spoken(self, who, target, text):
        person, private = self.people.get(fold(who[0])), target == fold(self.nick)
        if target in self.shows: person = self.meet(who, target); person.about = target
        elif not private or not person or person.host != who[1]: return  # Nobody whom we would see leave.
        if text.startswith("\x01") or person.unsaid > 40: return  # CTCP, or too much at once.
        channel = person.about if person.about in person.channels else next(iter(person.channels))
        call = rf"(?:{re.escape(self.options.prefix)}(?=\w)|{re.escape(self.nick)}\s*[:,])\s*"
        words, called = re.subn("^" + call, "", CONTROLS.sub("", text).strip(), count=1, flags=re.IGNORECASE)
        lists = [each[channel] for each in (person.lists, self.lists) if channel in each]
        _, _, choices = lists[0] if lists and private else max(lists, default=(0, 0, []))
        plain = {"command" if called or private else "said": words}
        choice = next((choice for choice in choices if str(choice["number"]) == words), plain)
        if "list" in choice: return self.whisper(person, channel, {**NOTHING, "choices": choice["list"]})
        deed = {do: what for do, what in choice.items() if do not in ("number", "label")}
        here = [other.named() for other in self.people.values() if channel in other.channels]
        if "said" not in deed: await self.ask("people", channel="irc:" + channel, all=here[-1000:])
        answer = await self.ask("event", event=f"{self.began}-{next(self.counter)}", channel="irc:" + channel,
                                person=person.named(), moderator=person.channels[channel], show=self.shows[channel],
                                others_read="nothing" if private else "words", **deed)
        if message := answer and answer["message"]:
            if answer["reply"] == "update": person.lists.pop(channel, None)
            self.whisper(person, channel, message)
    def whisper(self, person, channel, message):
        if message["choices"]: person.lists[channel] = (next(self.counter), "", message["choices"])
        for line in self.lines(message):
            person.unsaid += 1
            self.queue.put_nowait((person, person.named()["id"], line))

    # What is said to everybody. Done is only what the server has taken: else it stays, and is said again.
    async def deliver(self):
        hello = {"platform": "irc", "token": os.environ.get("DOOR_TOKEN")} if self.options.door else {}
        await self.ask("hello", version=1, **hello)
        while True:
            found = await self.ask("outbox", platform="irc", wait=True, **{"async": True})
            await asyncio.gather(*map(self.pass_on, found["deliveries"]))
    async def pass_on(self, delivery):
        key, channel = delivery["key"], delivery["channel"].removeprefix("irc:")
        if not any(channel in person.channels for person in self.people.values()):
            return await self.ask("later", key=key, why="nobody is there", after=1000 * min(2 ** delivery["tried"], 60))
        message = (await self.ask("show", key=key, show=self.shows[channel]))["delivery"]["message"]
        if message["audience"] != "everybody":
            alone = [each for each in self.people.values() if each.named()["id"] == message["audience"]["person"]]
            for person in alone: self.whisper(person, channel, message)
            return await (self.ask("done", key=key) if alone else self.ask("never", key=key, why="they are not there"))
        if message["choices"] or self.lists.get(channel, (0, 0, 0))[1] == message["series"]:
            self.lists[channel] = (next(self.counter), message["series"], message["choices"])
        lines = [f"PRIVMSG {channel} :{line}" for line in self.lines(message)]
        for line in lines + ["PING " + key]: self.queue.put_nowait((None, "", line))
        self.taken[key] = asyncio.get_running_loop().create_future()
        await self.taken[key]
        await self.ask("done", key=key)
    def lines(self, message):
        """A message: whom it calls, its words, its board, links to its pictures, what can be chosen."""
        called = [call["name"] for call in message["calls"] if call["name"] and call["name"] not in message["text"]]
        lines = ("".join(name + ": " for name in called) + message["text"] + "\n" + (message["board"] or "")).split("\n")
        files = [message[kind] or {} for kind in ("picture", "animation", "file")]
        lines += [f"{self.options.url}/{file['file']}" for file in files if "file" in file]
        lines += [" · ".join(f"{choice['number']} {choice['label']}" for choice in message["choices"])]
        return [piece for line in lines for piece in pieces(line) if piece.strip()]
    def send(self, line): self.writer.write(CONTROLS.sub(" ", line).encode() + b"\r\n")
    async def speak(self):
        """Says what waits: some lines at once, and then so many a second, as servers throw out whoever is faster."""
        free, step = 0, 1 / self.options.rate
        while True:
            person, who, line = await self.queue.get()
            free = max(free, time.monotonic() - self.options.burst * step) + step
            await asyncio.sleep(free - time.monotonic())
            if person: person.unsaid -= 1
            # What is for one person's eyes is not for whoever has their nick by now.
            if not person or (self.people.get(fold(person.nick)) is person and person.named()["id"] == who):
                self.send(f"PRIVMSG {person.nick} :{line}" if person else line)

parser = argparse.ArgumentParser(description="A bridge from IRC to adoube.", epilog="Its password: IRC_PASSWORD.")
for name, default, about in [
        ("--port", 6697, "the server's port"), ("--nick", "adoube", "its nick and account"), ("--prefix", "!", "calls"),
        ("--adoube", "adoube", "the program"), ("--data", "adoube-irc", "the program's folder"),
        ("--door", "", "the socket of an adoube that runs"), ("--pictures", "", "a folder for pictures"), ("--url", "", "where others find that folder"),
        ("--burst", 5, "lines said at once"), ("--rate", 1.0, "lines a second after that")]:
    parser.add_argument(name, type=type(default), default=default, help=f"{about} ({default})")
parser.add_argument("--plain", action="store_true", help="no TLS, for a server on this machine")
parser.add_argument("server")
parser.add_argument("channels", nargs="+", metavar="channel", help="#chess, or #schach=de to speak German there")
bridge, pause = Bridge(parser.parse_args()), 1
while True:
    began = time.monotonic()
    try: asyncio.run(bridge.run())
    except (OSError, EOFError, TypeError, ValueError, asyncio.TimeoutError) as error: log("again soon:", repr(error))
    pause = 1 if time.monotonic() - began > 60 else min(2 * pause, 60)
    time.sleep(pause)
