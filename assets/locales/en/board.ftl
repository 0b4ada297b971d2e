# Boards, moves in words, positions in words.

side-white = White
side-black = Black
seat-computer = Computer level { $level }
list-and = { $first } and { $last }
list-or = { $first } or { $last }

board-title = { $white } (White) – { $black } (Black), { $variant }, game ID { $game }
board-started = The game begins: { $title }.
begin = { $said ->
    [1] Type your move, such as e4, or choose below.
   *[0] Move with /move, or choose below.
}
begin-with-cards = Move with /move or choose below, then drop a card or pass. /hand shows your cards.
begin-touch-move = If you touch a piece, you must move it.
board-moved = { $name } played { $number }{ $black ->
    [1] …
   *[0] .
} { $san }: { $words }
board-taken-back = { $plies ->
    [1] The last move was taken back.
   *[other] The last { $plies } moves were taken back.
}
board-agreed = Agreed: { $terms }.
joker-copies = { $side }'s { $count ->
    [one] Joker copies
   *[other] Jokers copy
} the { $copied } now.
joker-copies-nothing = { $side }'s { $count ->
    [one] Joker has nothing to copy and cannot move now.
   *[other] Jokers have nothing to copy and cannot move now.
}
joker-follows = { $side }'s { $count ->
    [one] Joker
   *[other] Jokers
} will copy what { $other } moves now.
joker-check = The check is the Joker's on { $square }: so far it copies the { $copied } that was moved last. It then copies whatever you move, so a move of another piece may end the check.

status-to-move = { $name } ({ $side }) is to move.
status-in-check = { $name } ({ $side }) is to move and in check.
status-draw-offered = { $name } offers a draw.
note-move = Move { $number }
hints-about = The underlined pieces can move.

move-quiet = { $piece } { $from } to { $to }
move-captures = { $piece } { $from } takes { $victims } on { $to }
move-captures-apart = { $piece } { $from } to { $to }, taking { $victims }
move-converts = { $piece } { $from } converts { $victims }
move-castles-kingside = King and Rook castle kingside
move-castles-queenside = King and Rook castle queenside
move-promotes = {" "}and becomes { $piece }
move-check = Check!

end-checkmate = Checkmate: { $winner } wins.
end-stalemate = Stalemate: a draw.
end-dead-position = A draw: neither side can checkmate any more.
end-fivefold-repetition = A draw: the same position for the fifth time.
end-seventy-five-moves = A draw: 75 moves by each side without a Pawn move or a capture.
end-threefold-repetition = A draw: the same position for the third time.
end-fifty-moves = A draw: 50 moves by each side without a Pawn move or a capture.
end-threefold-claimed = Draw claimed: the same position for the third time.
end-fifty-moves-claimed = Draw claimed: 50 moves by each side without a Pawn move or a capture.
end-resigned = { $loser } resigned: { $winner } wins.
end-draw-agreed = A draw by agreement.
end-aborted = The game was aborted and has no result.
end-time = { $loser } has run out of time: { $winner } wins.
end-time-draw = Time is up, but no checkmate was possible any more: a draw.
end-time-draw-by = { $name } has run out of time, but { $other } could not checkmate any more: a draw.
end-not-started = The game did not begin in time and has no result.
end-not-started-by = { $name } did not begin in time. The game has no result.
end-abandoned = Nobody moved for a long time, so the game is over. It has no result.
end-threefold-claimed-by = { $name } claims a draw: the same position for the third time.
end-fifty-moves-claimed-by = { $name } claims a draw: 50 moves by each side without a Pawn move or a capture.
end-threefold-claimed-with = Draw claimed with { $san }: the same position for the third time.
end-fifty-moves-claimed-with = Draw claimed with { $san }: 50 moves by each side without a Pawn move or a capture.
end-threefold-claimed-by-with = { $name } claims a draw with { $san }: the same position for the third time.
end-fifty-moves-claimed-by-with = { $name } claims a draw with { $san }: 50 moves by each side without a Pawn move or a capture.
end-next = The same again? /rematch. Watch this one: /replay. Save it: /export.
end-next-unplayed = The same again? /rematch.
end-aborted-by = { $name } aborted the game. It has no result.

alt-head = { $variant } board seen from { $side }'s side.
alt-army = { $side }: { $pieces }.
alt-captured = Captured by { $side }: { $pieces }.
alt-last-move = Last move: { $move }

button-move = Move
button-promote = Choose the piece
button-hints = Movable
button-type = Type a move
button-flip = Flip
button-legend = Pieces
button-hint = Hint
button-play-hint = Play { $san }
button-follow = Follow
button-unfollow = Unfollow
button-draw = Draw
button-takeback = Take back
button-claim = Claim draw
button-resign = Resign
button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-cancel = Cancel
button-back = Back
button-previous = Previous
button-next = More
button-rematch = Rematch
button-new-array = New set-up
button-replay = Replay
button-export = Export
button-step = Step through
button-step-first = Start
button-step-back = Back
button-step-on = Forward
button-step-last = End
button-take-win = Take the win
button-one-more-turn = One more turn
button-play-on = Play on
button-return-move = Play it, end the vacation
button-return-pick = Pick it, end the vacation
button-stay-away = Stay on vacation
button-confirm-resign = Resign the game
button-confirm-claim = Claim the draw
button-confirm-abort = Abort the game

moves-title = { $count ->
    [one] One legal move:
   *[other] { $count } legal moves:
}
pick-piece = Which piece do you move?
pick-square = Where to?
pick-square-of = { $piece }: where to?
pick-promotion = Promote to what?
pick-promotion-on = On { $square }: promote to what?
pick-promotion-or-say = On { $square }: promote to what? { $said ->
    [1] Choose, or just name the piece.
   *[0] Choose, or name the piece with /move.
}
pick-stays = no promotion (stays { $piece })
pick-done = You played { $san }.
target-captures = { $square }, takes { $victims }
target-converts = { $square }, converts { $victims }
target-castles = { $square }, castles
target-promotes = { $target }, promotes
moves-title-as-if = It is not { $side }'s turn. If it were, this piece could make { $count ->
    [one] one move:
   *[other] { $count } moves:
}
board-letters = Capitals are White, small letters are Black. { $letters }.

# The board one can touch. What holds a piece stands behind its name: "White Knight on g1: locked until move 4".
live-your-move = Your move.
live-your-move-check = Your move: you are in check!
live-drop-or-pass = Drop a card or pass.
live-moved = { $side }: { $words }
played-unseen = You can step through the positions when the game is over, for its cards are still hidden.
live-piece = { $side } { $piece } on { $square }
live-holds-locked = locked until move { $number }
live-holds-frozen = frozen by { $by }
live-holds-untouchable = cannot be captured or converted
live-holds-copies = copies the { $copied }
live-holds-copies-nothing = has nothing to copy
live-holds-follows = copies what { $other } moves next
