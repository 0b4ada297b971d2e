#!/usr/bin/env python3
"""Plays `adoube engine uci` under hosts of others: python-chess for chess and Chess960, pyffish for Grand Chess.

    bash tests/peers/install.sh
    cargo build && target/peers/bin/python tests/peers/uci_games.py --games 200

It plays games against Stockfish and Fairy-Stockfish where they are installed, else against itself. Half of the games
begin with Pawns that are about to promote. Each move and each move of each `pv` must be legal, and no engine may fail
to answer. It also asks what an analysis board asks: several lines, named moves, searches without an end, pondering.
"""

import argparse
import collections
import logging
import queue
import random
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import chess
import chess.engine
import pyffish

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120  # seconds until an engine that does not answer has failed
GRAND = "grand"


class Faults(logging.Handler):
    """What python-chess complains about in its log: lines that it cannot read, moves that are not legal."""

    def __init__(self):
        super().__init__(level=logging.WARNING)
        self.found = []

    def emit(self, record):
        self.found.append(self.format(record))

    def add(self, text):
        self.found.append(text)


class Tally(collections.Counter):
    """What was played."""

    def line(self, variant):
        return (f"{variant}: {self['games']} games, +{self['won']} ={self['drawn']} -{self['lost']} "
                f"({self['cut']} cut short), {self['plies']} plies, {self['promotions']} promotions, "
                f"{self['pvs']} lines of {self['pv moves']} moves")


def program_of(name):
    """An engine of Debian, which is in no path there."""
    return shutil.which(name) or shutil.which(name, path="/usr/games")


def endgame(dice):
    """Kings and Pawns one or two steps from promotion."""
    while True:
        board = chess.Board.empty()
        squares = dice.sample(range(64), 2)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for colour, ranks in ((chess.WHITE, (5, 6)), (chess.BLACK, (1, 2))):
            for _ in range(dice.randint(1, 3)):
                square = chess.square(dice.randrange(8), dice.choice(ranks))
                if board.piece_at(square) is None:
                    board.set_piece_at(square, chess.Piece(chess.PAWN, colour))
        if board.is_valid() and any(board.legal_moves):
            return board


def opening(board, dice, plies):
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(dice.choice(moves))
    return board


def beginning(number, dice, is_960):
    if number % 2:
        board = endgame(dice)
        board.chess960 = is_960
        return board
    if is_960:
        return opening(chess.Board.from_chess960_pos(dice.randrange(960)), dice, dice.randrange(5))
    return opening(chess.Board(), dice, 6)


def play_under_python_chess(is_960, options, tally, faults):
    ours = start(options.program, options.level, faults)
    other = program_of("stockfish")
    theirs = chess.engine.SimpleEngine.popen_uci(other, timeout=PATIENCE) if other else start(options.program, 1, faults)
    if other:
        theirs.configure({"Skill Level": options.skill})
    limit = limit_of(options)
    for number in range(options.games):
        dice = random.Random(f"{options.seed}/{is_960}/{number}")
        board = beginning(number, dice, is_960)
        white = number // 2 % 2 == 0
        while not board.is_game_over(claim_draw=True) and board.ply() < options.plies:
            mine = board.turn == (chess.WHITE if white else chess.BLACK)
            engine = ours if mine else theirs
            result = engine.play(board, limit, game=number, info=chess.engine.INFO_ALL if mine else chess.engine.INFO_NONE,
                                 ponder=mine and number % 4 == 3)
            if result.move is None or result.move not in board.legal_moves:
                faults.add(f"{board.fen()}: {'ours' if mine else 'theirs'} answers {result.move}")
                break
            if mine:
                check_line(board, result, tally, faults)
                tally["promotions"] += result.move.promotion is not None
            board.push(result.move)
            tally["plies"] += 1
        score(tally, board.result(claim_draw=True), white)
    ask_as_analysis_boards_do(ours, is_960, faults)
    for engine in (ours, theirs):
        engine.quit()


def start(program, level, faults):
    engine = chess.engine.SimpleEngine.popen_uci([program, "engine", "uci"], timeout=PATIENCE)
    engine.configure({"Level": level})
    for name in ("UCI_Chess960", "MultiPV", "Ponder", "UCI_Variant", "UCI_LimitStrength", "UCI_Elo", "UCI_AnalyseMode"):
        if name not in engine.options:
            faults.add(f"there is no option {name}")
    return engine


def limit_of(options):
    if options.movetime:
        return chess.engine.Limit(time=options.movetime / 1000)
    return chess.engine.Limit(nodes=options.nodes)


def check_line(board, result, tally, faults):
    line = result.info.get("pv", [])
    tally["pvs"] += 1
    tally["pv moves"] += len(line)
    if not line or line[0] != result.move:
        faults.add(f"{board.fen()}: {result.move} is not the first of {line}")
    walked = board.copy(stack=False)
    for move in line:
        if move not in walked.legal_moves:
            faults.add(f"{board.fen()}: {move} of {line} is not legal")
            return
        walked.push(move)
    if result.ponder is not None and line[1:2] != [result.ponder]:
        faults.add(f"{board.fen()}: {result.ponder} is not the second of {line}")


def ask_as_analysis_boards_do(engine, is_960, faults):
    board = chess.Board.from_chess960_pos(5) if is_960 else chess.Board()
    lines = engine.analyse(board, chess.engine.Limit(depth=4), multipv=3)
    if len({line["pv"][0] for line in lines}) != 3:
        faults.add(f"three lines are {lines}")
    named = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
    best = engine.play(board, chess.engine.Limit(depth=3), root_moves=named).move
    if best not in named:
        faults.add(f"among {named} it is {best}")
    promoting = chess.Board("8/P7/8/8/8/8/8/k1K5 w - - 0 1", chess960=is_960)
    line = engine.analyse(promoting, chess.engine.Limit(depth=6))["pv"]
    if line[0].promotion != chess.QUEEN:
        faults.add(f"{promoting.fen()}: {line}")
    for fen in (board.fen(), "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
        with engine.analysis(chess.Board(fen, chess960=is_960)) as analysis:
            analysis.next()
            analysis.stop()
            analysis.wait()
    engine.ping()


class Uci:
    """An engine that is asked for moves of Grand Chess, line by line."""

    def __init__(self, command, settings):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        self.ask("uci", "uciok")
        for name, value in settings:
            self.say(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, last):
        self.say(line)
        heard = []
        while not heard or not heard[-1].startswith(last):
            heard.append(self.lines.get(timeout=PATIENCE))
        return heard

    def quit(self):
        self.say("quit")
        self.process.wait(PATIENCE)


def play_grand(options, tally, faults):
    ours = Uci([options.program, "engine", "uci"], [("UCI_Variant", GRAND), ("Level", options.level)])
    other = program_of("fairy-stockfish")
    theirs = Uci([other], [("UCI_Variant", GRAND), ("Skill Level", options.skill)]) if other else \
        Uci([options.program, "engine", "uci"], [("UCI_Variant", GRAND), ("Level", 1)])
    go = f"go movetime {options.movetime}" if options.movetime else f"go nodes {options.nodes}"
    for number in range(options.games):
        dice = random.Random(f"{options.seed}/grand/{number}")
        fen, moves = grand_beginning(number, dice), []
        white = number // 2 % 2 == 0
        for engine in (ours, theirs):
            engine.say("ucinewgame")
            engine.ask("isready", "readyok")
        result = "*"
        while len(moves) < options.plies:
            legal = pyffish.legal_moves(GRAND, fen, moves)
            is_white = (fen.split()[1] == "w") == (len(moves) % 2 == 0)
            if not legal:
                mated = pyffish.gives_check(GRAND, fen, moves)
                result = ("0-1" if is_white else "1-0") if mated else "1/2-1/2"
                break
            if pyffish.is_optional_game_end(GRAND, fen, moves)[0]:
                result = "1/2-1/2"
                break
            mine = is_white == white
            engine = ours if mine else theirs
            engine.say(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))
            heard = engine.ask(go, "bestmove")
            best = heard[-1].split()[1]
            if best not in legal:
                faults.add(f"{fen} {moves}: {'ours' if mine else 'theirs'} answers {best}; {heard}")
                break
            if mine:
                check_grand_lines(fen, moves, heard, tally, faults)
                tally["promotions"] += best[-1].isalpha()
            moves.append(best)
            tally["plies"] += 1
        score(tally, result, white)
    for engine in (ours, theirs):
        engine.quit()


def grand_beginning(number, dice):
    """The start array, or Kings and Pawns that promote soon, whose captured pieces no field names."""
    if number % 2 == 0:
        return pyffish.start_fen(GRAND)
    while True:
        ranks = [["1"] * 10 for _ in range(10)]
        for letter, rows in (("K", range(7, 10)), ("k", range(0, 3)), ("P", (2, 3)), ("P", (2, 3)), ("p", (6, 7)), ("p", (6, 7)),
                             ("A", (9,)), ("c", (0,))):
            row, column = dice.choice(list(rows)), dice.randrange(10)
            ranks[row][column] = letter
        placement = "/".join(squeezed(rank) for rank in ranks)
        fen = f"{placement} w - - 0 1"
        other = f"{placement} b - - 0 1"
        if placement.count("K") == 1 and placement.count("k") == 1 and not pyffish.gives_check(GRAND, other, []) \
                and pyffish.legal_moves(GRAND, fen, []):
            return fen


def squeezed(rank):
    text, run = "", 0
    for square in rank + [""]:
        if square == "1":
            run += 1
            continue
        text += (str(run) if run else "") + square
        run = 0
    return text


def check_grand_lines(fen, moves, heard, tally, faults):
    lines = [line.split(" pv ")[1].split() for line in heard if " pv " in line]
    if not lines:
        faults.add(f"{fen} {moves}: no line in {heard}")
        return
    tally["pvs"] += 1
    tally["pv moves"] += len(lines[-1])
    walked = list(moves)
    for move in lines[-1]:
        if move not in pyffish.legal_moves(GRAND, fen, walked):
            faults.add(f"{fen} {moves}: {move} of {lines[-1]} is not legal")
            return
        walked.append(move)


def score(tally, result, white):
    tally["games"] += 1
    if result == "*":
        tally["cut"] += 1
    elif result == "1/2-1/2":
        tally["drawn"] += 1
    else:
        tally["won" if (result == "1-0") == white else "lost"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--program", default=str(ROOT / "target/debug/adoube"))
    add("--games", type=int, default=20, help="games of each variant")
    add("--variants", default="chess,chess960,grand")
    add("--nodes", type=int, default=300, help="positions a move")
    add("--movetime", type=int, default=0, help="milliseconds a move instead")
    add("--level", type=int, default=10)
    add("--skill", type=int, default=0, help="of Stockfish and Fairy-Stockfish")
    add("--plies", type=int, default=300, help="of a game at most")
    add("--seed", default="1")
    options = parser.parse_args()
    faults = Faults()
    logging.getLogger("chess.engine").addHandler(faults)
    for variant in options.variants.split(","):
        tally = Tally()
        if variant == GRAND:
            play_grand(options, tally, faults)
        else:
            play_under_python_chess(variant == "chess960", options, tally, faults)
        print(tally.line(variant), flush=True)
        if not tally["promotions"]:
            faults.add(f"{variant}: nobody promoted")
    for fault in faults.found[:20]:
        print(f"fault: {fault}", file=sys.stderr)
    print(f"{len(faults.found)} faults")
    sys.exit(bool(faults.found))


if __name__ == "__main__":
    main()
