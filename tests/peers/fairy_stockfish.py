#!/usr/bin/env python3
"""Compares the legal moves of the rules with Fairy-Stockfish's, for every piece type it can express.

    bash tests/peers/install.sh
    cargo build && target/peers/bin/python tests/peers/fairy_stockfish.py

Random armies on random squares, and random games from there, are asked of `adoube rules serve` and of pyffish, the
library of Fairy-Stockfish, which gets each piece type in Betza's notation. Chess and Chess960 are compared from their
start arrays. It prints what it compared, what it could not compare and why, and the first position that differs.
"""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The peer knows these itself; the letters are those of our position texts.
NATIVE = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight",
          "C": "cardinal", "M": "marshal", "P": "pawn"}

# Everything else it is told in its own dialect: C is the Camel's leap, Z the Zebra's, H three squares straight.
BETZA = {
    "guard": "K", "centaur": "KN", "amazon": "QN", "nightrider": "NN", "side-mover": "sRvW",
    "vertical-mover": "vRsW", "ferz": "F", "dragon-king": "RF", "knight-ferz": "NF", "wazir": "W",
    "steward": "mWcF", "dragon-horse": "BW", "knight-wazir": "NW", "elephant": "A", "phoenix": "WA",
    "modern-elephant": "FA", "mammoth": "KA", "dabbaba": "D", "knight-dabbaba": "ND", "dabbaba-wazir": "DW",
    "kirin": "FD", "alibaba": "AD", "badger": "BD", "ox": "mNmDmAcF", "camel": "C", "camel-ferz": "CF",
    "camel-wazir": "CW", "camel-guard": "CK", "camel-rook": "CR", "zebra": "Z", "zebra-ferz": "ZF",
    "zebra-wazir": "ZW", "zebra-bishop": "ZB", "zebra-rook": "ZR", "zebra-guard": "ZK", "gnu": "NC",
    "camel-zebra": "CZ", "buffalo": "NCZ", "grasshopper": "gQ", "scorpion": "KgQ",
    "butterfly": "ffNbsNbFfsC", "crab": "ffNbsN", "frog": "FH", "lion": "ADcK", "magician": "KADN",
    "champion": "WAD", "squirrel": "NAD", "templar": "DB2", "cannon": "mRcpR", "vao": "mBcpB", "leo": "mQcpQ",
}

# What it has no words for.
INEXPRESSIBLE = {
    "moves in two legs": ["rhinoceros", "hero", "shaman", "duke", "griffin", "dragon", "tiger"],
    "a leap of four squares": ["giraffe", "pegasus"],
    "a rider by leaps of two squares": ["dabbabarider"],
    "needs two hurdles": ["kangaroo"],
    "captures away from its target": ["archer", "advancer", "withdrawer", "coordinator", "chameleon"],
    "converts, freezes, copies, circles, or cannot be captured":
        ["diplomat", "immobilizer", "joker", "windmill", "block"],
    "depends on the edge of the board": ["edgehog"],
}

SPARE = "adefghijlostuvwxyz"  # letters for types that have none of their own
PROMOTIONS = "qrbncm"


def catalogue():
    """Key -> code of every type."""
    rows = (ROOT / "assets/pieces/catalogue.txt").read_text(encoding="utf-8").splitlines()
    rows = [[column.strip() for column in row.split("|")] for row in rows if row and not row.startswith("#")]
    return {key: code for code, key, *_ in rows}


class Rules:
    """`adoube rules serve`."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "rules", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, encoding="utf-8")

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def config(batches):
    """The peer's variants: Grand Chess, each with as many further types as there are letters."""
    text = ""
    for number, batch in enumerate(batches):
        custom = "\n".join(f"customPiece{place + 1} = {SPARE[place]}:{BETZA[key]}" for place, key in enumerate(batch))
        text += f"""
[adoube{number}:chess]
maxRank = 10
maxFile = 10
archbishop = c
chancellor = m
{custom}
promotionRegionWhite = *8 *9 *10
promotionRegionBlack = *3 *2 *1
promotionPieceTypes = {PROMOTIONS}
mandatoryPawnPromotion = false
doubleStepRegionWhite = *3
doubleStepRegionBlack = *8
castling = false
startFen = r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1
"""
    return text


def placement(board, write):
    """Placement text of {(file, rank): letter}, each piece written by `write`."""
    ranks = []
    for rank in range(10, 0, -1):
        text, empty = "", 0
        for file in range(10):
            piece = board.get((file, rank))
            if piece is None:
                empty += 1
                continue
            text += (str(empty) if empty else "") + write(piece)
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks)


def random_board(rng, batch):
    squares = [(file, rank) for file in range(10) for rank in range(1, 11)]
    rng.shuffle(squares)
    letters = SPARE[:len(batch)]
    board = {squares.pop(): "K", squares.pop(): "k"}
    for _ in range(rng.randint(4, 34)):
        square = squares.pop()
        letter = rng.choice(letters) if rng.random() < 0.7 else rng.choice("qrbncmppppp")
        if letter == "p" and square[1] in (1, 10):
            continue
        board[square] = letter.upper() if rng.random() < 0.5 else letter
    for side, rank in (("P", 3), ("p", 8)):
        for file in range(10):
            if rng.random() < 0.3 and (file, rank) not in board:
                board[(file, rank)] = side
    return board


def ours(move, letters):
    """Our coordinate form in the peer's: `e9e10=Q` is `e9e10q`."""
    plain, _, code = move.partition("=")
    return plain + letters.get(code, code).lower()


def board_of(fen):
    """{square name: letter} of a FEN with ranks of ten."""
    board = {}
    for row, text in zip(range(10, 0, -1), fen.split()[0].split("/")):
        file, number = 0, ""
        for character in text + "/":
            if character.isdigit():
                number += character
                continue
            file += int(number or 0)
            number = ""
            if character not in "/+~":
                board["abcdefghij"[file] + str(row)] = character
                file += 1
    return board


def without_idle_pawns(moves, fen):
    """The peer lets a Pawn stay a Pawn on its last rank; no rule of ours does, so these are left out."""
    board = board_of(fen)
    last = {"P": "10", "p": "1"}

    def idle(move):
        start = move[:3] if move[2:3].isdigit() else move[:2]
        pawn = board.get(start, "")
        return pawn in last and move[len(start) + 1:] == last[pawn]
    return {move for move in moves if not idle(move)}


class Comparison:
    def __init__(self, rules, peer, rng):
        self.rules, self.peer, self.rng = rules, peer, rng
        self.positions = self.moves = self.bad = self.ended = 0
        self.moved = {}

    def differ(self, position, moves, mine, theirs):
        print(f"DIFFERENT in {position} after {' '.join(moves) or 'no moves'}")
        print("  only ours:  ", " ".join(sorted(mine - theirs)))
        print("  only theirs:", " ".join(sorted(theirs - mine)))
        sys.exit(1)

    def play(self, game, variant, position, fen, letters, plies, chess960=False):
        """A random game from there, compared after every move."""
        played, peer_moves = [], []
        for _ in range(plies):
            request = {"position": position} if position else {}
            answer = self.rules.ask(game=game, moves=played, **request)
            if "error" in answer:
                if played or answer["error"]["code"] != "bad-position":
                    sys.exit(f"{position} {played}: {answer}")
                self.bad += 1
                return
            outcome = answer["outcome"]
            if outcome and outcome["reason"] not in ("checkmate", "stalemate"):
                self.ended += 1
                return
            by_peer = {ours(move, letters): move for move in answer["legal"]}
            theirs = set(self.peer.legal_moves(variant, fen, peer_moves, chess960))
            if game == "grand":
                theirs = without_idle_pawns(theirs, self.peer.get_fen(variant, fen, peer_moves))
            if set(by_peer) != theirs:
                self.differ(position or fen, played, set(by_peer), theirs)
            self.positions += 1
            self.moves += len(theirs)
            if not theirs:
                return
            chosen = self.rng.choice(sorted(theirs))
            if game == "grand":
                start = chosen[:3] if chosen[2:3].isdigit() else chosen[:2]
                letter = board_of(self.peer.get_fen(variant, fen, peer_moves))[start].upper()
                self.moved[variant, letter] = self.moved.get((variant, letter), 0) + 1
            played.append(by_peer[chosen])
            peer_moves.append(chosen)


def compare_grand(comparison, batches, codes, wanted):
    while comparison.positions < wanted:
        number = comparison.rng.randrange(len(batches))
        batch = batches[number]
        letters = {codes[key]: SPARE[place] for place, key in enumerate(batch)}
        names = {letter: code for code, letter in letters.items()}

        def write(piece):
            code = names.get(piece.lower())
            if code is None:
                return piece
            code = code if piece.isupper() else code.lower()
            return code if len(code) == 1 else "{" + code + "}"
        board = random_board(comparison.rng, batch)
        side = comparison.rng.choice("wb")
        rest = f"{side} - - 0 30"
        position = f"{placement(board, write)} {rest} promo:initial lock:0"
        comparison.play("grand", f"adoube{number}", position, f"{placement(board, str)} {rest}", letters, 30)
    print(f"Grand Chess: {comparison.positions} positions, {comparison.moves} moves: the same in both "
          f"({comparison.bad} random armies were no positions, {comparison.ended} games ended in draws)")
    for number, batch in enumerate(batches):
        counts = [f"{key} {comparison.moved.get((f'adoube{number}', SPARE[place].upper()), 0)}"
                  for place, key in enumerate(batch)]
        print("  moved:", ", ".join(counts))


def shuffled(rng):
    """An array of Chess960."""
    while True:
        rank = list("rnbqkbnr")
        rng.shuffle(rank)
        text = "".join(rank)
        bishops = [place for place, letter in enumerate(text) if letter == "b"]
        if sum(bishops) % 2 and text.index("r") < text.index("k") < text.rindex("r"):
            return f"{text}/pppppppp/8/8/8/8/PPPPPPPP/{text.upper()} w KQkq - 0 1"


def compare_chess(comparison, game, wanted):
    while comparison.positions < wanted:
        fen = shuffled(comparison.rng) if game == "chess960" else comparison.peer.start_fen("chess")
        comparison.play(game, "chess", fen, fen, {}, 120, game == "chess960")
    print(f"{game}: {comparison.positions} positions, {comparison.moves} moves: the same in both")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", default=ROOT / "target/debug/adoube")
    arguments.add_argument("--positions", type=int, default=20_000)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    try:
        import pyffish
    except ImportError:
        print("skipped: the comparison with Fairy-Stockfish needs pyffish (pip install pyffish)")
        return
    codes = catalogue()
    named = set(NATIVE.values()) | set(BETZA) | {key for keys in INEXPRESSIBLE.values() for key in keys}
    if named != set(codes):
        sys.exit(f"types this script does not know of, or that are gone: {sorted(named ^ set(codes))}")
    keys = list(BETZA)
    count = -(-len(keys) // len(SPARE))
    batches = [keys[number::count] for number in range(count)]
    pyffish.load_variant_config(config(batches))
    print(f"pyffish {'.'.join(map(str, pyffish.version()))}, seed {options.seed}")
    rules = Rules(options.program)

    def comparison():
        return Comparison(rules, pyffish, random.Random(options.seed))
    compare_chess(comparison(), "chess", options.positions // 4)
    compare_chess(comparison(), "chess960", options.positions // 4)
    compare_grand(comparison(), batches, codes, options.positions)
    print(f"compared types ({len(NATIVE) + len(BETZA)}):", ", ".join([*NATIVE.values(), *BETZA]))
    print("not compared, because the peer cannot express it:")
    for reason, types in INEXPRESSIBLE.items():
        print(f"  {reason}: {', '.join(types)}")
    print("  and of the rest: locks, promotion to captured pieces, draws, Joker's memory")


if __name__ == "__main__":
    main()
