# Challenges, offers, questions, lists, help.

greeting = Hello! I am the referee for chess games here. /play starts a game, /board shows the one that is running, /help lists everything.
which-game = Which game do you want to play?
which-game-at-once = You can also say it at once, for example /play chess.
game-about = { $variant }: { $about }
game-known = { $variant } ({ $about })
game-about-chess = ordinary chess
game-about-chess960 = chess with a shuffled back rank
game-about-grand = 10×10 board, new pieces
game-about-schachen = no board edges, hidden cards
challenge-to-one = { $name } challenges { $opponent } to a game.
computer-waits = The computer does not play here at the moment. Its move in game { $game } will come when it plays again. Until then you can also end the game without a result: /abort.
computer-guessed = In game { $game } something went wrong while the computer was thinking. So that the game can go on, it did something the rules allow, without thinking ahead. The game itself is safe.
challenge-to-anybody = { $name } is looking for an opponent. Who plays?
challenge-rematch = { $name } asks { $opponent } for a rematch of game { $game }, with colours exchanged.
challenge-assumed = For another game, name it: /play grand.
challenge-declined = { $name } declines { $challenger }'s challenge.
challenge-withdrawn = { $name } withdraws the challenge.
challenge-removed = { $name } removes { $challenger }'s challenge.
challenge-expired = { $challenger }'s challenge has expired: nobody answered it for a week. /play starts a new one.
challenge-left-behind = { $challenger }'s challenge did not come along: enough challenges are open here already. /play starts a new one.
thread-title = { $white } – { $black }, { $variant }
thread-opened = { $white } has White, { $black } has Black: { $variant }. They play in a thread of their own, right here.
thread-refused = I could not start { $white } against { $black }: another game is running here, and I could not open a thread. Challenge again elsewhere, or when this game is over.
terms-variant = Game: { $variant }
terms-promotion-captured = Pawns promote to captured pieces of their own colour
terms-promotion-initial = Pawns promote to any piece of the starting position
terms-promotion-all = Pawns promote to any piece there is
terms-auto-claim = Draws by repetition and by the 50-move rule need no claim
terms-no-touch-move = Without touch-move
terms-colour = The challenger plays { $side }
terms-colour-random = Colours are random

offer-draw-to-computer = { $name } offers a draw. { $other } thinks about it.
offer-draw = { $name } offers a draw. { $other }, do you accept? Playing on declines it.
offer-takeback = { $name } asks to take { $plies ->
    [1] the last move
   *[other] the last { $plies } moves
} back. { $other }, is that all right?
offer-draw-declined = { $name } declines the draw.
offer-takeback-declined = { $name } declines. The move stands.
confirm-resign = Do you really want to resign?
confirm-abort = Do you really want to abort the game? It will have no result.
confirm-claim-repetition = The position has occurred { $count } times. Claim the draw and end the game?
confirm-claim-moves = { $moves } moves by each side without a Pawn move or a capture. Claim the draw and end the game?
pick-claim-repetition = With { $san } the same position stands { $count ->
    [one] once
   *[other] { $count } times
}. You can claim a draw with it, or just play it.
pick-claim-moves = With { $san } each side has made { $moves ->
    [one] 1 move
   *[other] { $moves } moves
} without a Pawn move or a capture. You can claim a draw with it, or just play it.
button-claim-with = Claim a draw with { $san }
button-just-play = Just play { $san }
settled-resign = You resigned.
settled-claim = You claimed the draw.
settled-abort = You aborted the game.
settled-cancelled = All right, nothing has changed.

games-of = Games of { $name }
games-here = Games here
games-none = { $title }: none yet. Challenge someone with /play.
games-none-here = { $title }: none that I show where others read along.
games-more = There are more; these are the newest.
games-partial = Games that you play elsewhere are not listed where others read along. Ask me in private.
games-line = { $game }: { $white } – { $black }, { $variant }, { $state }
games-turns = { $count ->
    [0] These games are running. Your opponents are to move.
    [one] It is your turn in 1 game.
   *[other] It is your turn in { $count } games.
}
games-your-turn = { $game }: your turn against { $name }, { $variant }, { $moves ->
    [0] just begun
    [one] 1 move
   *[other] { $moves } moves
}
games-their-turn = { $game }: { $name } is to move, { $variant }, { $moves ->
    [0] just begun
    [one] 1 move
   *[other] { $moves } moves
}
games-due = { $count ->
    [one] It is your turn in 1 game:
   *[other] It is your turn in { $count } games, the most urgent first:
}
games-due-none = You are not to move anywhere. /games lists all your games.
games-due-line = { $game }: against { $name }, { $variant }
games-due-until = { $line }; your time ends: { $instant }
games-due-more = { $count ->
    [one] There is 1 more.
   *[other] There are { $count } more.
}
games-playing-here = { $line }, here
games-no-place = { $line }; paused, as I cannot post there
games-to-move = { $state }, { $name } is to move
games-won = { $result }, { $name } won
games-drawn = { $result }, a draw
games-aborted = aborted
games-no-result = no result
games-running = { $moves ->
    [0] just begun
    [one] running, 1 move
   *[other] running, { $moves } moves
}
export-title = { $name }, to copy or to download:
export-otherwise = Save it in another form

help-intro = I am the referee for chess games here. Start with /play. When it is your turn, { $said ->
    [1] type your move, such as e4 (in Schachen use /move),
   *[0] use /move
} or choose below the board.
watching = { $white } (White) and { $black } (Black) play { $variant } here, and you watch. /board shows you the board at any time, /rules explains the game, { $unfamiliar ->
    [0] /piece how a piece moves
   *[other] /pieces its unusual pieces
}, and with /follow you are called when it ends. For a game of your own, type /play elsewhere, or here when this one is over.
following = You follow the game of { $white } and { $black }, and are called when it ends.
following-no-more = You no longer follow the game of { $white } and { $black }.
check-title = Self-test
check-all-fine = Everything works here.
check-troubles = { $count ->
    [one] One thing needs attention.
   *[other] { $count } things need attention.
}
check-fine = OK: { $text }
check-missing = Missing: { $text }
check-broken = Not working: { $text }
check-note = Note: { $text }
check-store-fine = Games are saved safely.
check-store-broken = Games cannot be saved at the moment. Please tell the person who runs this bot; my log has the reason.
check-drawing-fine = Pictures work.
check-drawing-broken = Pictures do not work. Please tell the person who runs this bot; my log has the reason. Until then /board text shows a board in words.
check-waiting = { $count ->
    [0] All messages here have been delivered.
    [one] One message is still waiting to be shown here.
   *[other] { $count } messages are still waiting to be shown here.
}
check-put-aside = { $count ->
    [one] I could not read one message that was to be shown here. I put it aside and showed it to nobody; my log says which.
   *[other] I could not read { $count } messages that were to be shown here. I put them aside and showed them to nobody; my log says which.
}
check-waiting-broken = I cannot tell whether messages are still waiting here. Please tell the person who runs this bot; my log has the reason.
piece-title = { $name } ({ $code })
piece-diagram-alt = { $name } on { $square }. Moves to { $moves }. Captures on { $captures }.
piece-diagram-alt-alike = { $name } on { $square }. Moves to or captures on { $moves }. Now it can capture on { $captures }.
piece-diagram-alt-quiet = { $name } on { $square }. Moves to { $moves }. It captures nothing.
piece-diagram-alt-example = Example, before: { $position } Then: { $move }
piece-diagram-legend-alike = Dots: it can move or capture there. Rings: it can capture these pieces.
piece-diagram-legend = Dots: it can move there. Rings: it can capture there.
piece-diagram-legend-converting = Dots: it can move there. Square frames: it can convert an enemy there.
piece-diagram-legend-quiet = Dots: it can move there.
piece-diagram-others = White pieces are on its side, black ones are enemies; they show what blocks it and what it needs.
piece-diagram-before = Before
piece-diagram-alt-same = { $name } on { $square }. Moves to or captures on { $moves }.
piece-diagram-legend-same = Dots: It can go there or capture there.
piece-diagram-after = After
piece-aliases = Also called: { $names }.
piece-names = In German: { $name }. In positions and moves: { $code }.
piece-at = { $piece } belongs to { $side }.
piece-at-locked = It is locked: it cannot move or give check before move { $number }.
piece-at-frozen = It cannot move: { $by } next to it freezes it.
piece-at-untouchable = Nothing can capture or convert it now.
piece-at-moves = Where it can move: /moves { $square }.
piece-at-no-move = It has no legal move now.
piece-at-not-its-turn = { $side } is to move.
piece-at-more = How it moves: /piece { $square }.
legend-title = The pieces of this game
legend-title-setup = The pieces of this set-up
legend-about = Choose a piece to read how it moves, or type /piece and its name, its code or its square.
legend-alt = The pieces with their names and codes. { $pieces }
legend-all = There are { $count } pieces. Choose a group below, or type /piece and a name or a part of it.
legend-group = Group of pieces
legend-of-group = { $group }: which piece do you want to read about?
suggest-more = … { $count } more: keep typing
piece-names-letter = In German: { $name }. In positions and moves: { $letter }; in PGN and FEN: { $code }.
piece-names-pawn = In German: { $name }. In positions: { $letter }. A Pawn's move is written without a letter.
help-notation-title = How moves are written:
help-notation =
    Nf3: the Knight goes to f3. Nbd2: the Knight on the b-file does. K King, Q Queen, R Rook, B Bishop.
    exd5: a Pawn on the e-file captures on d5. A Pawn has no letter.
    e8=Q: the Pawn becomes a Queen.
    O-O: castling kingside. O-O-O: castling queenside.
    NRxe5: unusual pieces have two letters; this Nightrider captures on e5.
    DI~e5: the Diplomat converts the piece on e5.
    n3/N@m1: in Schachen a Pawn goes to n3, then a Knight is dropped on m1.
    Rd8+ gives check, Rd8# is checkmate.
