# Challenges, offers, questions, lists, help.

challenge-to-one = { $name } challenges { $opponent } to a game.
challenge-to-anybody = { $name } is looking for an opponent. Who plays?
challenge-declined = { $name } declines { $challenger }'s challenge.
challenge-withdrawn = { $name } withdraws the challenge.
challenge-removed = { $name } removes { $challenger }'s challenge.
thread-title = { $white } – { $black }, { $variant }
thread-opened = { $white } has White, { $black } has Black: { $variant }. They play in a thread of their own, right here.
thread-refused = I could not open a thread for { $white } and { $black }, and another game is played here, so theirs has not begun. Challenge again in another channel, or when the game here is over.
terms-variant = Game: { $variant }
terms-promotion-captured = Pawns promote to captured pieces of their own colour
terms-promotion-initial = Pawns promote to any piece of the first array
terms-promotion-all = Pawns promote to any piece there is
terms-no-touch-move = Without touch-move
terms-colour = The challenger plays { $side }
terms-colour-random = Colours are drawn by lot

offer-draw = { $name } offers a draw. { $other }, do you accept? Playing on declines it.
offer-takeback = { $name } asks to take { $plies ->
    [1] the last move
   *[other] the last { $plies } moves
} back. { $other }, is that all right?
offer-draw-declined = { $name } declines the draw.
offer-takeback-declined = { $name } would rather keep the move.
confirm-resign = Do you really want to resign?
confirm-abort = Do you really want to abort the game? It will have no result.
confirm-claim-repetition = The position has occurred { $count } times. Claim the draw and end the game?
confirm-claim-moves = { $moves } moves by each side without a Pawn move and without a capture. Claim the draw and end the game?
settled-resign = You resigned.
settled-claim = You claimed the draw.
settled-abort = You aborted the game.
settled-cancelled = All right, nothing has changed.

games-of = Games of { $name }
games-here = Games in this channel
games-none = { $title }: none yet. Challenge someone with /play.
games-more = There are more; these are the newest.
games-line = { $game }: { $white } – { $black }, { $variant }, { $state }
games-running = { $moves ->
    [0] just begun
    [one] running, 1 move
   *[other] running, { $moves } moves
}
export-title = { $name }, to copy or to download:

help-intro = I referee chess games in this channel. Type a command, or just a move when it is your turn.
help-outro = More about a command: /help play. A piece: /piece Marshal. Watching a game: /board. Is all well: /help check.
watching = { $white } (White) and { $black } (Black) play { $variant } here, and you watch. /board shows you the board at any time, /rules explains the game, { $unfamiliar ->
    [0] /piece how a piece moves
   *[other] /pieces its unusual pieces
}, and with /follow you are called when it ends. For a game of your own, type /play in another channel, or here when this one is over.
following = You follow the game of { $white } and { $black }, and are called when it ends.
following-no-more = You no longer follow the game of { $white } and { $black }.
check-title = Self-test in this channel
check-all-fine = Everything works here.
check-troubles = { $count ->
    [one] One thing needs somebody's attention.
   *[other] { $count } things need somebody's attention.
}
check-fine = OK: { $text }
check-missing = Missing: { $text }
check-broken = Not working: { $text }
check-note = Note: { $text }
check-store-fine = Games are kept: what I write I can read again.
check-store-broken = Games cannot be kept: what I write I cannot read again. Tell whoever runs me; the reason is in my log.
check-drawing-fine = Boards can be drawn.
check-drawing-broken = Boards cannot be drawn. Tell whoever runs me; the reason is in my log. Meanwhile /board text shows a board in words.
check-waiting = { $count ->
    [0] Nothing waits to be shown in this channel.
    [one] One message waits to be shown in this channel.
   *[other] { $count } messages wait to be shown in this channel.
}
check-put-aside = { $count ->
    [one] One message for this channel cannot be read. I have put it aside and shown it to nobody; my log says which one it is.
   *[other] { $count } messages for this channel cannot be read. I have put them aside and shown them to nobody; my log says which ones they are.
}
check-waiting-broken = I cannot read what waits to be shown in this channel. Tell whoever runs me; the reason is in my log.
piece-title = { $name } ({ $code })
piece-diagram-alt = { $name } on { $square }. It can go to { $moves }. It can take on { $captures }.
piece-diagram-alt-alike = { $name } on { $square }. It can go to { $moves }, and take there. It can take what stands on { $captures }.
piece-diagram-alt-quiet = { $name } on { $square }. It can go to { $moves }. It takes nothing.
piece-diagram-alt-example = Example, before: { $position } Then: { $move }
piece-diagram-legend-alike = Dots: it can go there, and take there. Rings: it can take these pieces.
piece-diagram-legend = Dots: it can go there. Rings: it can take there.
piece-diagram-legend-converting = Dots: it can go there. Squares: it can convert an enemy there.
piece-diagram-legend-quiet = Dots: it can go there.
piece-diagram-others = White pieces are its own, black ones the enemy's: they show what blocks it and what it needs.
piece-diagram-before = Before
piece-diagram-after = After
piece-names = In German: { $name }. In positions and moves: { $code }.
piece-at = { $piece } belongs to { $side }.
piece-at-locked = It is locked until move { $number }: until then it neither moves nor gives check.
piece-at-frozen = It cannot move: { $by } freezes it.
piece-at-untouchable = Nothing can capture or convert it now.
piece-at-moves = Where it can go: /moves { $square }.
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
