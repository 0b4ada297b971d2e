# Setting up a game of Grand Chess, and picking extra pieces. One word for one thing: the “set-up” is the choice, the
# “starting position” is what then stands on the board.

panel-title = Setting up Grand Chess
panel-opponent = Opponent: { $name }
panel-opponent-anybody = Opponent: anyone here
panel-about = Only you see this. The game will start exactly like this. Ready? Choose “Challenge”.
panel-about-chosen = Only you see this. You pick the pieces once the challenge is accepted. Ready? Choose “Challenge”.
panel-array = Set-up: { $value }
panel-extra = Extra pieces: { $count }
panel-rule = Other rules
panel-rule-lock = { $moves ->
    [0] No piece is locked
    [one] Locked pieces must wait 1 move
   *[other] Locked pieces must wait { $moves } moves
}
panel-rule-claims = Draws are claimed
panel-rule-auto-claim = Draws need no claim
panel-rule-colour = You play { $side }
panel-rule-colour-random = Random colours
panel-current = { $label } (chosen)
panel-opponents = Who do you want to challenge?
panel-sent = Your challenge is posted.
panel-discarded = The set-up is discarded. /setup starts a new one.
solo-begun = Your game against the computer has begun.
panel-alt = The starting position. { $white } { $black }
panel-alt-before = The board before the extra pieces are picked. { $white } { $black } Empty squares for the extra pieces: { $squares }.
panel-alt-before-free = The board before the pieces are picked: ten Pawns on each side's third rank. Squares for the King and the extra pieces: { $squares }.

button-duplicates = Duplicates: { $on ->
    [1] yes
   *[0] no
}
button-rotate = Turned: { $on ->
    [1] yes
   *[0] no
}
button-touch-move = Touch-move: { $on ->
    [1] yes
   *[0] no
}
button-opponent = Opponent…
button-anybody = Anyone here
button-pieces = Pieces…
button-redraw = Shuffle again
button-challenge = Challenge
button-computer = Play the computer
button-discard = Discard
button-pick-piece = Pick a piece
button-pick-this = Pick { $piece }
button-abort = Abort

terms-array-classic = Set-up: classic
terms-array-classic-random = Set-up: classic and { $count ->
    [one] 1 random piece
   *[other] { $count } random pieces
}
terms-array-classic-chosen = Set-up: classic and { $count ->
    [one] 1 piece that Black picks
   *[other] { $count } pieces, picked in turn
}
terms-array-free-random = Set-up: King, Pawns and { $count ->
    [one] 1 random piece
   *[other] { $count } random pieces
}
terms-array-free-chosen = Set-up: King, Pawns and { $count ->
    [one] 1 piece that Black picks
   *[other] { $count } pieces, picked in turn
}
terms-extra-pieces = Extra pieces: { $pieces }
terms-duplicates-allowed = Duplicates allowed
terms-duplicates-forbidden = No duplicates
terms-mirrored = Black mirrors White (a1 faces a10)
terms-rotated = Black is turned by 180° (a1 faces j10)
terms-lock = Locked: { $pieces } (no moves and no checks before move { $number })
terms-lock-some = Locked pieces (/piece says which): no moves and no checks before move { $number }
terms-lock-none = No piece is locked
setup-many-new = That is a lot: { $count } pieces you may not know. Three new ones at most are best; with more it gets hard to follow.
setup-many-new-chosen = That is a lot: { $count } pieces that may be new to you. Three new ones at most are best; with more it gets hard to follow.
piece-help-menu = Read about a piece
piece-help-menu-part = Read about a piece: { $first } to { $last }

choosing-started = { $count ->
    [one] { $white } (White) plays { $black } (Black). Black picks the one extra piece, and both sides get it.
   *[other] { $white } (White) and { $black } (Black) pick { $count } extra pieces in turn. Both sides get all of them.
}
choosing-chosen = { $name } picked { $piece }.
choosing-title = { $white } (White) – { $black } (Black), game ID { $game }: the extra pieces are being picked.
choosing-title-ended = { $white } (White) – { $black } (Black), game ID { $game }: it ended before all pieces were picked.
choosing-share = { $name } ({ $side }), { $picked } of { $share }: { $pieces }
choosing-share-none = { $name } ({ $side }), 0 of { $share }
choosing-next = { $name }, pick a piece: choose “Pick a piece” below, or type /pick and its name.
choosing-complete = All pieces are picked. Their squares are chosen at random.
choose-groups = What kind of piece? If you know its name, just type /pick and the name.
choose-group = Kind of piece
choose-group-option = { $group } ({ $count })
choose-kind = Piece
choose-kind-of = { $group }: which piece? You can read about it before you pick it.
choose-found = “{ $text }” fits these pieces. Which one do you mean?
choose-confirm = Both sides get it. A pick cannot be taken back.
choose-done = You picked { $piece }.
group-classic = Pieces of the classic set-up
group-lines = Run along lines or take single steps
group-knights = Leap like Knights, near and far
group-straight = Leap straight or diagonally
group-hoppers = Leap over other pieces
group-special = Have rules of their own

refused-nothing-to-set-up = Only Grand Chess is set up like this. For { $variant } use /play.
refused-extra-none = The classic set-up has no extra pieces. Choose another one, for example /setup classic-random 3.
refused-extra-range = This set-up takes { $least } to { $most } extra pieces.
refused-lock-range = Pieces can be locked for 0 to { $most } moves.
refused-no-array = However I place these pieces, a King stands in check. Take other or fewer pieces, or lock them longer.
refused-nothing-to-redraw = There is nothing to shuffle in this set-up. Choose one with random pieces.
refused-panel-gone = That set-up is no longer open. Start a new one with /setup.
refused-not-your-panel = That set-up belongs to { $name }. Start your own with /setup.
refused-panel-stale = That set-up has changed since. /setup shows it as it is now.
refused-panel-seen = Your set-up is private until you send it. Open it with /setup, or type everything at once and end with “send”.
refused-not-choosing = No pieces are being picked here. /setup starts a game in which you pick some.
refused-not-your-choice = It is { $name }'s turn to pick. You will be called when it is yours; meanwhile /piece shows how a piece moves.
refused-still-choosing = The extra pieces are still being picked; it is { $name }'s turn. /board shows what is picked so far.
refused-no-extra-piece = { $piece }: Kings and Pawns are in every set-up already. Pick another piece.
refused-piece-taken = { $piece }: { $name } has picked that already, and there are no duplicates in this game. Pick another one.
refused-piece-classic = { $piece }: that is in the classic set-up already, and there are no duplicates in this game. Pick another one.
refused-no-position = That game has no position: not all of its extra pieces are picked. /export pgn saves what there is.
