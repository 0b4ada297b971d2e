# The list of commands by what people want to do, and the glossary. Of a term's words the first is the one that other
# sentences use; all of them can be typed after /help.

help-group-begin = To begin
help-group-during = During a game
help-group-time = Clocks, pauses and vacation
help-group-watch = Watch and save
help-group-set-up = Challenges and set-ups
help-group-people = People who bother you
help-group-pieces = Pieces and rules
help-group-cards = Cards (Schachen)
help-group-touch = Touch-move
help-more-title = More help
help-more =
    More about one command: /help play
    What words and marks mean: /help words
    How a piece moves: /piece
    Whether everything works here: /help check
help-words = What words and marks mean: /help words
help-option = { $option }: { $about }
help-option-words = { $option }: { $about } – { $words }

glossary = What the words mean
glossary-games = Grand Chess, Chess960, Schachen
    .words = Grand Chess, Grand, Chess, Chess960, 960, Schachen, variant, variants
    .about = Grand Chess has 10×10 squares and new pieces; /play grand starts it. Chess960 shuffles the back rank. Schachen has no board edges, and hidden cards.
glossary-letters = Letters in moves
    .words = letters, letter, code, codes, notation
    .about = Each piece has one or two letters: N is the Knight, NR the Nightrider. Signs: x captures, ~ converts, = promotes, @ drops a card, O-O castles, + is check and # is checkmate.
glossary-movable = Movable
    .words = movable, hints, hint, button
    .about = This button underlines the pieces that can move. /moves lists their moves in words.
glossary-marks = What the marks mean
    .words = marks, mark, symbols, colours
    .about = Line below: the piece can move. Dot, ring, square: it can move, capture or convert there. Padlock: locked. Ice: frozen. Hand: touched. Ring with rays: check. Corners: the last move. Dashed Pawn: en passant. Card with a plus: a card can go there. Outlined rank numbers: Pawns can promote there.
glossary-en-passant = En passant (in passing)
    .words = en passant, e.p., in passing
    .about = A Pawn that has just moved two squares can be captured by an enemy Pawn as if it had moved only one, but only on the very next move.
glossary-promotion = Promotion
    .words = promotion, promote, captured, initial, all
    .about = What a Pawn may become on the last ranks. “captured”: a piece you have lost. “initial”: any piece of the starting position. “all”: any piece at all.
glossary-claim = Claim a draw
    .words = claim, claims, repetition, threefold, 50-move rule, fifty-move rule
    .about = The third repetition, or 50 moves without a Pawn move or capture, does not end the game by itself: the player to move has to claim the draw with /claim. A move that would complete it is named: /claim Nf3.
glossary-abort = Abort or resign
    .words = abort, resign, cancel
    .about = Abort: before both of you have moved, the game is cancelled without a result. Resign: you lose.
glossary-admins = Admins
    .words = admin, admins, moderator, moderators
    .about = People who may manage the place where you play. They can abort games there that are not their own.
glossary-game-id = Game ID
    .words = game ID, ID, game name
    .about = The short name of a game, such as kez48m. With it you find the game again: /game kez48m.
glossary-formats = PGN, FEN, GIF, JSON
    .words = PGN, FEN, GIF, JSON, formats
    .about = What /export saves: all moves (PGN), the current position (FEN), an animation (GIF), or data for programs (JSON).
glossary-touch-move = Touch-move
    .words = touch-move, touchmove, touch, touching
    .about = If you touch a piece of yours, you must move it; if you touch an enemy piece, you must capture it. Nothing is taken back. /rules touch-move says more.
glossary-release = Release
    .words = release, accident
    .about = Forgive your opponent a touch that was only an accident.
glossary-powers = Convert, freeze, from afar
    .words = convert, converts, freeze, freezes, frozen, from afar, capture from afar, compulsory
    .about = Convert: an enemy piece changes sides. Freeze: a piece cannot move while the one that freezes it stands next to it. From afar: a piece captures without going there. Compulsory: it has no choice.
glossary-menu = Menu
    .words = menu, panel
    .about = What /setup alone shows: you choose the pieces and rules with buttons, look at the board, and send the challenge. Until then only you see it.
glossary-extra = Extra pieces
    .words = extra pieces, extra, classic, free, random, picked, pick
    .about = Pieces you add with /setup. “classic”: they join the usual starting position. “free”: only King and Pawns are fixed. Random, or picked by both players in turn; the same for both sides.
glossary-duplicates = Duplicates, turned
    .words = duplicates, duplicate, turned, rotate, rotated, mirror, mirrored
    .about = Duplicates: may the same extra piece come more than once? Turned: Black turned by 180° (a1 faces j10); otherwise Black mirrors White (a1 faces a10).
glossary-lock = Locked
    .words = lock, locked, locks
    .about = Some far-reaching pieces cannot move or give check at first: normally before move 6. The board marks them with a padlock.
glossary-cards = Hand, stack, drop, pass
    .words = hand, stack, cards, card, drop, pass
    .about = Schachen: after your move you drop a card from your hand and take the next one from your stack, or you pass. Only you see your hand, with /hand.
glossary-grid = Grid without edges
    .words = grid, squares, coordinates, edges, negative
    .about = In Schachen the names of squares go on: ranks 0, -1, -2 below rank 1, files aa, ab right of z, and -a, -b left of a. m-3 is file m, rank -3.
glossary-kings = Kings in Schachen
    .words = Kings, facing, diagonal
    .about = Where they start: on the same file, or diagonally opposite, which is usual.
glossary-fingerprint = Fingerprint (SHA-256)
    .words = fingerprint, SHA-256, sealed, hash, checksum
    .about = A long number computed from the shuffled cards. It is shown when a game of Schachen begins; with it anyone can check at the end that the cards were not changed. /verify says how.
