# Every no, with what to do instead.

refused-empty-command = Type a command after the slash, such as /play or /help.
refused-long-command = That is more than I can read at once. Commands are short: /help lists them.
refused-unknown-command = I know no command “{ $word }”. /help lists what I know.
refused-unknown-command-near = I know no command “{ $word }”. Did you mean /{ $nearest }?
refused-unknown-word = I do not understand “{ $word }” there. It goes like this: /{ $usage }
refused-missing-word = Something is missing. It goes like this: /{ $usage }
refused-no-game = No game is running here. Start one with /play.
refused-game-over = That game is over. Start a new one with /play.
refused-not-a-player = This game is between { $white } and { $black }, and you watch. /board shows it to you, from the other side with /board flip; /moves shows what can be moved. With /follow you are called when it ends. For a game of your own, type /play.
refused-own-game = You play this game yourself, so you are called whenever it is your turn. /follow is for those who watch.
refused-many-followers = { $most } people follow this game already, and more cannot be called. /board shows it to you at any time.
refused-not-your-turn = It is { $name }'s turn. You will be called when it is yours.
refused-channel-busy = { $white } and { $black } are playing here. Use another channel, or wait for the end of their game.
refused-unknown-person = I know nobody called “{ $name }” here. Check the spelling, or challenge anyone with /play alone.
refused-stray-word = I know no word “{ $word }” there, and nobody here is called that. Games: { $games }. Terms: { $terms } (more: /help { $command }). People: @name.
refused-stray-word-near = Did you mean “{ $nearest }”?
refused-other-game = I do not play { $game }. I play { $games }; /rules says what they are.
refused-no-clocks = There are no clocks yet, so games have no time limit. Leave “{ $words }” out.
refused-ambiguous-person = “{ $name }” could be { $names }. Say the full name.
refused-self-challenge = You cannot play against yourself. Challenge someone else, or anyone with /play alone.
refused-many-challenges = Enough challenges are open in this channel. Accept one, or wait until one is answered.
refused-already-challenging = Your challenge is still open. Wait for the answer, or take it back with /withdraw.
refused-no-challenge = No challenge here is yours to answer or withdraw. Make one with /play.
refused-several-challenges = Several challenges are open. Answer below the challenge you mean.
refused-challenge-gone = That challenge is no longer open. Make a new one with /play.
refused-not-challenged-but = That challenge is for { $name }. Make your own with /play.
refused-not-challenged-anyone = That challenge is open to anyone; nobody needs to decline it.
refused-not-challenger = That challenge is { $name }'s, and only { $name } can withdraw it. Make your own with /play.
refused-no-promotion-choice = { $variant } has only one way to promote. Leave that word out.
refused-stale = That belongs to an earlier board. Use the newest one, or /board.
refused-offer-gone = That offer no longer stands. Make your own with /draw or /takeback.
refused-elsewhere = That game is played in another channel. Play it there.
refused-unknown-component = I do not know that choice. Use the newest board, or /board.
refused-not-a-move = I cannot read “{ $text }” as a move. Type it like Nf3 or e2e4, or use /move and pick.
refused-several-moves = “{ $text }” could be { $moves }. Choose the one you mean.
refused-no-moves-there = Nothing you asked about can move now: { $text }. /moves lists everything that can.
refused-unknown-focus = “{ $text }” is neither a square nor a piece. Try /moves g1 or /moves Knight.
refused-empty-square = Nothing stands on { $square }. Name the square of a piece: /board shows them, /moves lists all moves.
refused-no-board-here = No game is running here, so nothing stands on { $square }. Ask by name, such as /piece Camel, or see all pieces with /pieces.
refused-no-draw-offer = No draw is on offer. Offer one with /draw.
refused-no-takeback-offer = Nobody has asked to take a move back.
refused-draw-open = Your draw offer still stands. Your opponent has to answer it.
refused-takeback-open = You have already asked. Your opponent has to answer.
refused-draw-declined = { $name } has just declined a draw. Make a move first; then you can offer one again.
refused-takeback-declined = { $name } would rather keep that move. Play on; you can ask again about a later one.
refused-answer-draw-first = Your opponent offers a draw. Answer that first: /draw accept or /draw decline.
refused-answer-takeback-first = Your opponent asks to take a move back. Answer that first: /takeback accept or /takeback decline.
refused-no-touch-move = This game is played without touch-move, so touching binds nobody. Just make your move.
refused-nothing-there = Nothing stands { $count ->
    [0] there
   *[other] on { $squares }
}, and an empty square counts for nothing. Name the squares of pieces, such as /touch e2 d7.
refused-touched-before = { $count ->
    [0] All of that was touched before.
    [one] { $pieces } was touched before.
   *[other] { $pieces } were touched before.
} Make your move; /moves shows what is left.
refused-promotion-open = Your Pawn has gone from { $from } to { $to }, and that stands. { $said ->
    [1] Choose what it becomes with /move, or just name the piece.
   *[0] Choose what it becomes with /move.
}
refused-opponent-releases = Only your opponent { $name } can release what you touched. Ask, or make a move: /moves shows what is left.
refused-nothing-touched = { $count ->
    [0] Nothing is touched that you could release.
   *[other] Nothing is touched on { $squares } that you could release.
} /board shows what is.
refused-no-takebacks = In a touch-move game nothing is taken back. You can offer a /draw, or play on.
refused-nothing-to-take-back = You have made no move yet that could be taken back.
refused-no-claim = No draw can be claimed yet: the position has occurred { $repetitions ->
    [one] once
    [2] twice
   *[other] { $repetitions } times
} (three are needed), and { $moves ->
    [one] 1 full move has
   *[other] { $moves } full moves have
} passed without a Pawn move and without a capture (50 are needed).
refused-too-late-to-abort = Both of you have moved, so the game counts. You can /resign or offer a /draw.
refused-moderator-plays = Both of you have moved, and in a game of your own you have no more rights than your opponent. You can /resign or offer a /draw, or ask another moderator to abort it.
refused-moderator-unseen = From a message I cannot tell who moderates here. If you do, use the slash command /abort.
refused-not-asked = That question is for { $name }. If you want the same, use the command yourself.
refused-unknown-game = I know no game “{ $game }”. /games lists yours.
refused-no-game-named = No game was ever played here. Start one with /play.
refused-unknown-piece = I know no piece “{ $text }”.
refused-unknown-piece-near = I know no piece “{ $text }”. Did you mean { $nearest }?
refused-long-record = That game is too long to hand out in a chat. Whoever runs me can export it with “adoube store export”.
refused-crowded = Too much is happening here at once. Nothing was changed; please try again.
refused-damaged = Something I kept for this cannot be read any more, and I have changed nothing. Tell whoever runs me: my log says what it is. Until then you can play in another channel.
refused-trouble = Something went wrong on my side. The game is safe; please try again in a moment.
