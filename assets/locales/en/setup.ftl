# Setting up a game of Grand Chess, and choosing extra pieces.

panel-title = Setting up Grand Chess
panel-opponent = Challenge: { $name }
panel-opponent-anybody = Challenge: anyone here
panel-about = Only you see this. What the board shows is what will be played. When everything is right, choose “Challenge”.
panel-about-chosen = Only you see this. The pieces are picked when the challenge has been accepted. When everything is right, choose “Challenge”.
panel-array = Set-up: { $value }
panel-extra = Extra pieces: { $count }
panel-rule = Other rules
panel-rule-lock = { $moves ->
    [0] No piece is locked
    [one] Locked pieces stay for 1 move
   *[other] Locked pieces stay for { $moves } moves
}
panel-rule-colour = You play { $side }
panel-rule-colour-random = Colours are drawn by lot
panel-current = ✓ { $label }
panel-opponents = Whom do you challenge?
panel-sent = Your challenge is in the channel.
panel-discarded = The set-up is discarded. /setup begins a new one.
panel-alt = The start array. { $white } { $black }
panel-alt-before = The board before the extra pieces are picked. { $white } { $black } Empty squares for the extra pieces: { $squares }.
panel-alt-before-free = The board before the pieces are picked: ten Pawns on each side's third rank. Squares for the King and the extra pieces: { $squares }.

button-duplicates = Duplicates: { $on ->
    [1] yes
   *[0] no
}
button-rotate = Rotated: { $on ->
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
button-redraw = Draw again
button-challenge = Challenge
button-discard = Discard
button-pick-piece = Pick a piece
button-pick-this = Pick { $piece }
button-abort = Abort

terms-array-classic = Start: the classic array
terms-array-classic-random = Start: the classic array and { $count ->
    [one] 1 random piece
   *[other] { $count } random pieces
}
terms-array-classic-chosen = Start: the classic array and { $count ->
    [one] 1 piece, which Black picks
   *[other] { $count } pieces, which the players pick by turns
}
terms-array-free-random = Start: King and Pawns and { $count ->
    [one] 1 random piece
   *[other] { $count } random pieces
}
terms-array-free-chosen = Start: King and Pawns and { $count ->
    [one] 1 piece, which Black picks
   *[other] { $count } pieces, which the players pick by turns
}
terms-extra-pieces = Extra pieces: { $pieces }
terms-duplicates-allowed = A piece may come more than once
terms-duplicates-forbidden = No piece comes twice
terms-mirrored = Black's pieces stand across from White's
terms-rotated = Black's pieces stand half a turn from White's: a1 is opposite j10
terms-lock = { $moves ->
    [0] No piece is locked at the start
    [one] Locked pieces cannot move in the first move
   *[other] Locked pieces cannot move in the first { $moves } moves
}
setup-many-new = That is a lot: { $count } pieces you may not know. At most three new ones are recommended; with many, hardly anybody sees what is going on.
setup-many-new-chosen = That is a lot: { $count } pieces that may be new to you. At most three new ones are recommended; with many, hardly anybody sees what is going on.
piece-help-menu = Read about a piece
piece-help-menu-part = Read about a piece: { $first } to { $last }

choosing-started = { $count ->
    [one] { $white } (White) plays { $black } (Black). Black picks the one extra piece, and both sides get it.
   *[other] { $white } (White) and { $black } (Black) pick { $count } extra pieces by turns. Both sides get all of them.
}
choosing-chosen = { $name } picks: { $piece }.
choosing-title = { $white } (White) – { $black } (Black), game { $game }: extra pieces are being picked.
choosing-title-ended = { $white } (White) – { $black } (Black), game { $game }: it ended before all pieces were picked.
choosing-share = { $name } ({ $side }), { $picked } of { $share }: { $pieces }
choosing-share-none = { $name } ({ $side }), 0 of { $share }
choosing-next = { $name }, pick a piece: choose “Pick a piece” below, or type /pick and its name.
choosing-complete = All pieces are picked. Their squares are drawn.
choose-groups = What kind of piece? If you know its name, just type /pick and the name.
choose-group = Kind of piece
choose-group-option = { $group } ({ $count })
choose-kind = Piece
choose-kind-of = { $group }: which piece? You can read about it before you pick it.
choose-found = “{ $text }” fits these pieces. Which one do you mean?
choose-confirm = Both sides get it. A pick cannot be taken back.
choose-done = You picked: { $piece }.
group-classic = Pieces of the classic array
group-lines = Along lines and step by step
group-knights = Leaps like a Knight's, and wider ones
group-straight = Leaps straight along a line
group-hoppers = Leaps over other pieces
group-special = Rules of their own

refused-nothing-to-set-up = Only Grand Chess is set up like this. For { $variant } use /play.
refused-extra-none = The classic array has no extra pieces. Choose another set-up, for example /setup classic-random 3.
refused-extra-range = This set-up takes { $least } to { $most } extra pieces.
refused-lock-range = Pieces can be locked for 0 to { $most } moves.
refused-no-array = I found no array with these pieces in which no King is attacked. Take others or fewer, or lock them longer.
refused-nothing-to-redraw = There is nothing to draw again in this set-up. Choose one with random pieces.
refused-panel-gone = That set-up is no longer open. Begin a new one with /setup.
refused-not-your-panel = That set-up belongs to { $name }. Begin your own with /setup.
refused-panel-stale = That set-up has changed since. /setup shows it as it is now.
refused-panel-seen = A set-up is for your eyes alone until it is sent. Open it with /setup, or say all of it at once and end with “send”.
refused-not-choosing = No pieces are being picked here. /setup begins a game in which you pick some.
refused-not-your-choice = It is { $name }'s turn to pick. You will be called when it is yours; meanwhile /piece shows how a piece moves.
refused-still-choosing = First the extra pieces are picked, and { $name } is to pick. /board shows how far it is.
refused-no-extra-piece = { $piece }: Kings and Pawns stand in every array already. Pick another piece.
refused-piece-taken = { $piece }: { $name } has picked that already, and no piece may come twice. Pick another one.
refused-piece-classic = { $piece }: that stands in the classic array already, and no piece may come twice. Pick another one.
refused-no-position = That game has no position: its extra pieces are not all picked. /export pgn gives what there is.
