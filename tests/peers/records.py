#!/usr/bin/env python3
"""Plays random games through the chat door and lets other programs read the records.

    bash tests/peers/install.sh
    cargo build && target/peers/bin/python tests/peers/records.py

python-chess chooses the moves of chess and Chess960, and Fairy-Stockfish (pyffish) those of Grand Chess. python-chess,
pgn-extract and chess.js (strict) then read the PGN of chess, the first two also that of Chess960, and pyffish the moves
of Grand Chess in its own letters. Every record is held against what was played, and its lines against the standard. It
prints what was compared and what was left out.
"""

import argparse
import base64
import io
import json
import random
import re
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import chess
import chess.pgn
import pyffish

ROOT = Path(__file__).resolve().parents[2]
NODE = ROOT / "target/peers/node"

NAMES = [("Ada", "Bob"), ("Ада Лавлейс", "棋手"), ('Ada "Rook"', "B\\ob {x} [y]"), ("a" * 64, "Łódź; 50% $1")]

# Reads PGN from standard input, games apart by form feeds, as strictly as chess.js does.
CHESS_JS = """
const { Chess } = require('chess.js');
const games = require('fs').readFileSync(0, 'utf8').split('\\f');
const faults = [];
for (const [number, pgn] of games.entries()) {
  try { const game = new Chess(); game.loadPgn(pgn, { strict: true }); console.log(game.fen()); }
  catch (error) { faults.push(`${number}: ${error.message}`); console.log('-'); }
}
if (faults.length) { console.error(faults.join('\\n')); process.exit(1); }
"""


def fail(what, pgn=""):
    sys.exit(f"{what}\n{pgn}")


class Door:
    """`adoube chat serve`, with time that stands still unless moved."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "chat", "serve", "--memory", "--clock", "input", "--seed", "7"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8")
        self.number = 0

    def send(self, **request):
        self.number += 1
        self.process.stdin.write(json.dumps({"id": self.number, **request}) + "\n")

    def read(self):
        answer = json.loads(self.process.stdout.readline())
        if "ok" not in answer:
            fail(f"refused: {answer}")
        return answer["ok"]

    def ask(self, **request):
        self.send(**request)
        self.process.stdin.flush()
        return self.read()

    def event(self, channel, name, **what):
        person = {"id": f"irc:{name}", "name": name}
        return {"do": "event", "event": str(self.number), "channel": channel, "person": person, **what}


class Played:
    """A game through the door, and what it left."""

    def __init__(self, door, channel, names, terms, moves):
        self.names, self.moves = names, moves
        people = [{"id": f"irc:{name}", "name": name} for name in names]
        door.ask(do="people", channel=channel, all=people)
        self.posts(door, channel, 0, f"play {terms} white {names[1]}")
        self.posts(door, channel, 1, "accept")
        self.door, self.channel = door, channel

    def posts(self, door, channel, who, command):
        answer = door.ask(**door.event(channel, self.names[who], command=command))
        if answer["reply"] != "posted":
            fail(f"{self.names[who]}: {command}: {answer}")

    def play(self, texts, rng):
        """Makes the moves, with offers between them, and ends in a way drawn by lot."""
        expected = 0
        for ply, text in enumerate(texts):
            if rng.random() < 0.1:
                self.door.send(do="clock", to={"minutes": rng.randrange(1, 90)})
                expected += 1
            self.door.send(**self.door.event(self.channel, self.names[ply % 2], command=f"move {text}"))
            expected += 1
            if rng.random() < 0.1:
                self.door.send(**self.door.event(self.channel, self.names[ply % 2], command="draw"))
                expected += 1
        self.door.process.stdin.flush()
        answers = [self.door.read() for _ in range(expected)]
        if wrong := [answer for answer in answers if answer.get("reply", "posted") not in ("posted", "private")]:
            fail(f"{wrong[0]}")

    def end(self, rng):
        loser = rng.randrange(2)
        asked = self.door.ask(**self.door.event(self.channel, self.names[loser], command="resign"))
        controls = (asked["message"] or {}).get("controls", [])
        buttons = [button for row in controls for button in row.get("buttons", [])]
        if buttons:
            press = {"id": buttons[0]["id"]}
            self.door.ask(**self.door.event(self.channel, self.names[loser], press=press))

    def export(self, form):
        answer = self.door.ask(**self.door.event(self.channel, self.names[0], command=f"export {form}"))
        file = (answer["message"] or {}).get("file")
        if not file:
            fail(f"no record: {answer}")
        return base64.b64decode(file["base64"]).decode()


def check_lines(pgn):
    """Lines and comments as the standard, and readers less patient than it, want them."""
    tags, movetext = pgn.split("\n\n", 1)
    for line in tags.splitlines():
        if len(line.encode()) > 255 or not re.fullmatch(r'\[\w+ "(\\["\\]|[^"\\])*"\]', line):
            fail(f"a bad tag: {line}", pgn)
    for line in movetext.splitlines():
        if len(line) > 79 or line.count("[%") != line.count("]"):
            fail(f"a bad line: {line}", pgn)
    if re.search(r"\}\s*\{", movetext):
        fail("two comments in a row", pgn)


def check_python_chess(game, pgn, board):
    read = chess.pgn.read_game(io.StringIO(pgn))
    if read is None or read.errors:
        fail(f"python-chess: {read and read.errors}", pgn)
    nodes = list(read.mainline())
    if [node.move for node in nodes] != game.moves or read.end().board().fen() != board.fen():
        fail("python-chess read another game", pgn)
    # It leaves the escapes of the standard as they are.
    if [re.sub(r'\\(["\\])', r"\1", read.headers[seat]) for seat in ("White", "Black")] != list(game.names):
        fail(f"python-chess read other names: {read.headers}", pgn)
    if read.headers["Result"] not in ("1-0", "0-1", "1/2-1/2"):
        fail("the game is not over", pgn)
    if any(node.emt() is None for node in nodes):
        fail("python-chess finds no time of a move", pgn)
    has_clock = read.headers["TimeControl"] != "-"
    if any((node.clock() is not None) != has_clock for node in nodes):
        fail("python-chess finds no clock, or one too many", pgn)
    most = timedelta(days=10).total_seconds()
    if has_clock and any(not 0 <= node.clock() <= most for node in nodes):
        fail("a clock is wrong", pgn)


def random_game(board, rng):
    moves, texts = [], []
    for _ in range(rng.randrange(1, 30)):
        legal = list(board.legal_moves)
        if not legal or board.is_game_over():
            break
        move = rng.choice(legal)
        texts.append(board.uci(move, chess960=board.chess960) if board.chess960 else board.san(move))
        moves.append(move)
        board.push(move)
    return moves, texts


def play_orthodox(door, number, variant, rng):
    """A game of chess or Chess960; the start of Chess960 is the door's own."""
    names = NAMES[number % len(NAMES)] if number % 5 == 0 else NAMES[0]
    pace = rng.choice(["", " 3d", " 3d+7d", " 1d"])
    game = Played(door, f"irc:#{variant}{number}", names, variant + pace, [])
    start = game.export("fen").split("\n")[0].strip()
    board = chess.Board(start, chess960=variant == "chess960")
    game.moves, texts = random_game(board, rng)
    game.play(texts, rng)
    game.end(rng)
    pgn = game.export("pgn")
    check_lines(pgn)
    check_python_chess(game, pgn, board)
    return names, pgn, board


def grand_letters(uci):
    """A move of pyffish as the door reads coordinates: the promotion in our letters."""
    if uci[-1].isdigit():
        return uci
    return f"{uci[:-1]}={ {'a': 'C', 'c': 'M'}.get(uci[-1], uci[-1].upper()) }"


def play_grand(door, number, rng):
    game = Played(door, f"irc:#grand{number}", NAMES[0], "grand captured", [])
    start = pyffish.start_fen("grand")
    moves = []
    for _ in range(rng.randrange(1, 30)):
        legal = pyffish.legal_moves("grand", start, moves)
        if not legal:
            break
        moves.append(rng.choice(legal))
    game.play([grand_letters(move) for move in moves], rng)
    game.end(rng)
    pgn = game.export("pgn letters:fairy-stockfish")
    check_lines(pgn)
    if '[Variant "Grand"]' not in pgn or "[FEN " in pgn:
        fail("no record of Grand Chess as others write it", pgn)
    movetext = re.sub(r"\{[^}]*\}", " ", pgn.split("\n\n", 1)[1])
    written = [word for word in movetext.split()[:-1] if not word.endswith(".")]
    if written != pyffish.get_san_moves("grand", start, moves):
        fail("pyffish writes other moves", pgn)
    fen = game.export("fen letters:fairy-stockfish").strip()
    theirs = pyffish.get_fen("grand", start, moves)
    # Whether a square that nobody can use is told is a matter of taste.
    if fen.split()[:3] != theirs.split()[:3] or fen.split()[4:] != theirs.split()[4:]:
        fail(f"pyffish: {theirs}\nhere: {fen}", pgn)
    own = game.export("pgn")
    check_lines(own)
    if '[Variant "Grand"]' in own:
        fail("our letters under the name of others", own)


def check_pgn_extract(records, expected):
    # Debian puts it among the games, which root does not look through.
    program = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
    if not program:
        print("left out: pgn-extract, which is not here (Debian: apt-get install pgn-extract)")
        return
    whole = "\n".join(records)
    run = subprocess.run([program, "-r"], input=whole, capture_output=True, text=True, encoding="utf-8", check=False)
    if run.returncode or f"{expected} games matched out of {expected}" not in run.stderr.replace("\n", " "):
        fail(f"pgn-extract: {run.stderr[-2000:]}")
    print(f"pgn-extract: {expected} games")


def check_chess_js(games):
    if not (NODE / "node_modules/chess.js").is_dir():
        print("left out: chess.js, which is not here (node and npm)")
        return
    # It does not know the escapes of the standard.
    games = [(pgn, board) for names, pgn, board in games if "\\" not in pgn]
    run = subprocess.run(["node", "-e", CHESS_JS], input="\f".join(pgn for pgn, _ in games), cwd=NODE,
                         capture_output=True, text=True, encoding="utf-8", check=False)
    if run.returncode:
        fail(f"chess.js: {run.stderr[-2000:]}")
    for fen, (pgn, board) in zip(run.stdout.split("\n"), games):
        if fen.split()[:3] != board.fen().split()[:3]:
            fail(f"chess.js read another game: {fen}", pgn)
    print(f"chess.js: {len(games)} games")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=ROOT / "target/debug/adoube")
    parser.add_argument("--games", type=int, default=200, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    print(f"seed {wanted.seed}")
    rng = random.Random(wanted.seed)
    door = Door(wanted.program)
    kinds = {kind: [play_orthodox(door, number, kind, rng) for number in range(wanted.games)]
             for kind in ("chess", "chess960")}
    for number in range(wanted.games):
        play_grand(door, number, rng)
    door.process.stdin.close()
    print(f"python-chess: {2 * wanted.games} games, pyffish: {wanted.games} games")
    check_pgn_extract([pgn for games in kinds.values() for _, pgn, _ in games], 2 * wanted.games)
    check_chess_js(kinds["chess"])


if __name__ == "__main__":
    main()
