# Every no, with what to do instead.

refused-empty-command = Tell me what to do, for example /play or /help.
refused-long-command = That is more than I can read at once. Commands are short: /help lists them.
refused-unknown-command = I know no command “{ $word }”. /help lists what I know.
refused-unknown-command-near = I know no command “{ $word }”. Did you mean /{ $nearest }?
refused-unknown-word = I do not understand “{ $word }” after /{ $command }. Type /{ $usage }; /help { $command } explains each word.
refused-missing-word = Something is missing: /{ $usage }. /help { $command } explains it.
refused-no-game = No game is running here. Start one with /play.
refused-game-over = That game is over. Start a new one with /play.
refused-not-a-player = Only { $white } and { $black } can do that. You can watch: /board and /moves work for everyone (/board flip from the other side), and /follow calls you when the game ends. For a game of your own, type /play.
refused-own-game = You play in this game, so you are called anyway when it is your turn. /follow is for those who watch.
refused-many-followers = { $most } people follow this game already, and I cannot call more. /board shows it at any time.
refused-not-your-turn = It is { $name }'s turn. You will be called when it is yours.
refused-channel-busy = { $white } and { $black } are playing here. Play somewhere else, or wait for the end of their game.
refused-unknown-person = I know nobody called “{ $name }” here. Check the spelling, or type /play alone: then anyone can accept.
refused-stray-word = I do not know the word “{ $word }” there, and nobody here is called that. Games: { $games }. Words: { $terms } (more: /help { $command }). People: @name.
refused-stray-word-near = Did you mean “{ $nearest }”?
refused-said-command = To do that, type /{ $command }. Without the sign in front, it is only a word to the others here.
refused-contradiction = “{ $word }” is one word too many for { $option }: you have said another one already. Leave one of them out.
refused-missing-ratings = Games here are not rated, and nobody has a rating. Leave “{ $word }” out; /games lists your games.
refused-missing-puzzles = There are no puzzles or lessons here, so “{ $word }” starts nothing. /play computer starts a game at once, and /piece shows how the pieces move.
refused-missing-tournaments = There are no tournaments, teams or simuls here, so “{ $word }” starts nothing. /play starts a game between two.
refused-other-game = I do not play { $game }. I play { $games }; /rules says what they are.
refused-no-clocks = Games here go on for days, so “{ $words }” is no time I can use. 10m gives 10 minutes per move, 3d gives 3 days, 3d+7d adds 7 days in reserve; without a time there is no limit.
refused-ambiguous-person = “{ $name }” could be { $names }. Type what stands in brackets in place of the name.
refused-self-challenge = You cannot play against yourself. Challenge someone else, or type /play alone: then anyone can accept.
refused-many-challenges = Enough challenges are open here. Accept one, or wait until one is answered.
refused-already-challenging = Your challenge is still open. Wait for the answer, or take it back with /withdraw.
refused-no-challenge = There is no challenge here for you to answer or withdraw. Start one with /play.
refused-several-challenges = Several challenges are open. Answer below the challenge you mean.
refused-challenge-gone = That challenge is no longer open. Start a new one with /play.
refused-not-challenged-but = Only { $name } can answer that challenge. Start your own with /play.
refused-not-challenged-anyone = That challenge is open to anyone; you need not decline it. To play, type /accept.
refused-not-challenger = Only { $name } can withdraw that challenge. Start your own with /play.
refused-computer-off = The computer does not play here now. Challenge a person instead: /play.
refused-nobody-else = It is just the two of us here, so nobody could accept. Play the computer: choose below, or add the word “computer”. To play a person, use /play where both of you are.
refused-nobody-else-at-all = It is just the two of us here, so nobody could accept. To play a person, use /play where both of you are.
refused-level-of-person = Only the computer has levels. Leave the level out to play a person, or the name to play the computer.
refused-no-such-level = There is no level “{ $level }”. The computer plays at level 1 (has just learnt the rules) to 10 (as well as it can), for example /play computer 3.
refused-computer-and-person = You named the computer and a person. Leave one of them out.
refused-no-hints = The computer does not play here now, so there are no hints. /moves shows what you can play.
refused-hint-overheard = Everyone would read the hint here. Type /hint as a slash command: then only you see it.
refused-hint-command-overheard = Everyone would read the hint here. Write to me alone, where nobody else reads it: /hint.
refused-no-analyses = The computer does not play here now, so it goes through no games. Watch the game with /replay or /step.
refused-analysis-running = That game is still being played. When it is over, the computer goes through it: /analyse.
refused-analysis-unplayed = Nobody moved in that game, so there is nothing to go through.
refused-analysis-long = That game is too long: the computer goes through games of up to { $moves } moves. Watch it with /replay or /step.
refused-analysing = I am already going through a game for you. Please wait until that is done, then ask again.
refused-computer-busy = Too many people are asking the computer right now. Please ask again in a minute.
refused-many-solo-games = Too many games against the computer are going on now. Play one of yours on or resign it, or try again later; /games lists them.
refused-no-promotion-choice = { $variant } has only one way to promote. Leave that word out.
refused-stale = That button is from an older board. Use the newest one, or type /board.
refused-offer-gone = That offer no longer stands. Make your own with /draw or /takeback.
refused-elsewhere = That game is being played somewhere else. Move there.
refused-unknown-component = That choice is no longer there. Use the newest board, or type /board.
refused-not-a-move = I cannot read “{ $text }” as a move. Type it like Nf3 or e2e4, or choose it step by step with /move alone.
refused-several-moves = “{ $text }” could be { $moves }. Choose the one you mean.
refused-doubtful-number = You wrote “{ $text }”, but the next move is number { $number }. Perhaps you have another position before you: /board shows this one. If you want to play { $moves } all the same, choose it.
refused-doubtful-side = “{ $text }” is written like a move of Black, and you play White. If you want to play { $moves }, choose it.
refused-doubtful-question = “{ $text }” may be a question. If you want to play { $moves }, choose it.
refused-doubtful-word = “{ $text }” may be just a word. If you want to play { $moves }, choose it.
refused-doubtful-castling = “{ $text }” is not how castling is written here, and the King cannot go to its own Rook's square. If you want to castle with { $moves }, choose it.
refused-doubtful-slip = I cannot read “{ $text }” as a move. If you meant { $moves }, choose it.
refused-move-in-other-letters = “{ $text }” is only possible as { $moves }, because not everyone writes the Cardinal and the Marshal with the same letters. Choose it if you mean it.
refused-no-moves-there = No piece of this kind can move right now: { $text }. /moves lists every move.
refused-unknown-focus = “{ $text }” is neither a square nor a piece. Try /moves g1 or /moves Knight.
refused-empty-square = Nothing stands on { $square }. Name the square of a piece: /board shows them, /moves lists all moves.
refused-no-board-here = No game is running here, so nothing stands on { $square }. Name the piece, such as /piece Camel, or see all of them with /pieces.
refused-no-draw-offer = No draw is on offer. Offer one with /draw.
refused-no-takeback-offer = There is no takeback request. To ask for one, type /takeback.
refused-draw-open = Your draw offer still stands. Your opponent has to answer it.
refused-takeback-open = You have already asked for a takeback. Your opponent has to answer.
refused-draw-declined = { $name } has just declined a draw. Make a move first; then you can offer one again.
refused-takeback-declined = { $name } would rather keep that move. Play on; you can ask again about a later one.
refused-answer-draw-first = Your opponent offers a draw. Answer that first: /draw accept or /draw decline.
refused-answer-takeback-first = Your opponent asks to take a move back. Answer that first: /takeback accept or /takeback decline.
refused-no-touch-move = This game is played without touch-move: touching changes nothing. Just make your move.
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
refused-opponent-releases = Only { $name } can release what you touched. Ask for it, or make a move: /moves shows what is left.
refused-nothing-touched = { $count ->
    [0] Nothing is touched
   *[other] Nothing on { $squares } is touched
}, so there is nothing to release. /board shows what is.
refused-no-takebacks = In a touch-move game nothing is taken back. You can offer a /draw, or play on.
refused-nothing-to-take-back = You have made no move yet that could be taken back.
refused-no-claim = No draw can be claimed yet. This position has occurred { $repetitions ->
    [one] once
    [2] twice
   *[other] { $repetitions } times
} (three times are needed), and { $moves ->
    [one] 1 full move has
   *[other] { $moves } full moves have
} passed without a Pawn move or a capture (50 are needed).
refused-no-claim-yet = If it takes the move you are about to make, name the move: /claim Nf3.
refused-no-claim-with = No draw: with { $san } this position would have occurred { $repetitions ->
    [one] once
    [2] twice
   *[other] { $repetitions } times
} (three times are needed), and { $moves ->
    [one] 1 full move
   *[other] { $moves } full moves
} would have passed without a Pawn move or a capture (50 are needed).
claim-move-made = With touch-move a move that you name has to be made, so { $san } is played.
refused-claim-needless = { $san } ends the game by itself: just play it.
refused-too-late-to-abort = Both of you have moved, so the game counts. You can /resign or offer a /draw.
refused-moderator-plays = Both of you have moved, and in your own game you have no more rights than your opponent. You can /resign, offer a /draw, or ask another admin here to abort it.
refused-moderator-unseen = From a message I cannot tell whether you are an admin here. If you are, use the slash command /abort.
refused-not-asked = That question is for { $name }. To do the same, type the command yourself.
refused-unknown-game = I know no game “{ $game }”. /games lists yours.
refused-played-elsewhere = Others read along here, and your game “{ $game }” is played elsewhere. Ask me in private.
refused-no-game-named = No game was ever played here. Start one with /play.
refused-still-running = That game is still being played. When it is over, you can play it again with /rematch.
refused-nothing-to-repeat = You have not finished a game here that could be played again. Start one with /play.
refused-rematch-of-others = Only { $white } and { $black } can play that game again. For a game of your own, type /play.
refused-rematch-asked = You have asked { $name } for this rematch already. It begins when { $name } agrees; /withdraw takes it back.
refused-rematch-elsewhere = { $name } is not here, and that game was played somewhere else. Ask for the rematch there.
refused-no-other-array = The pieces of that game always start like that, so there is no other set-up. /rematch plays it again.
refused-unknown-piece = I know no piece called “{ $text }”. /piece understands English and German names and the letters used in moves; /pieces lists the pieces.
refused-unknown-piece-near = I know no piece called “{ $text }”. Did you mean { $nearest }?
refused-other-piece = No piece here moves like the { $name } of other collections. /piece alone shows the pieces of this game, and it understands what others call them, such as Chancellor for the Marshal.
refused-long-record = This game is too long to be shown move by move. /export pgn or /export json gives you all of it as a file.
refused-crowded = Too much is happening here at once. Nothing was changed; please try again.
refused-damaged = Something I kept for this cannot be read any more, and I have changed nothing. Please tell the person who runs this bot: my log says what it is. Until then you can play somewhere else.
refused-newer-program = A newer version of me has written this down, and the one you are talking to cannot read it yet. The game is safe, and I have changed nothing: please try again in a while. If nothing helps, tell the person who runs this bot: my log says what is needed.
refused-nothing-saved = { -nothing-saved } Please try again in a few minutes.
refused-trouble = Something went wrong on my side. The game is safe; please try again in a moment.
refused-unknown-topic = I have no help about “{ $word }”. Commands: /help. Words: /help words. Pieces: /piece. Games: /rules.
refused-unknown-topic-near = I have no help about “{ $word }”. Did you mean /help { $nearest }?
