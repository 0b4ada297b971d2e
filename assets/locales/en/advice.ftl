# What the computer tells people: a good move in a game that runs, and what happened in one that is over.

hint-move = The computer would play { $san }: { $words }
hint-keeps-cards = It would drop no card after it.
hint-mates-now = That is checkmate.
hint-mates = It mates in { $moves } moves.
hint-is-mated = You are mated in { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}, whatever you do; this holds out longest.
hint-winning = After it you are winning.
hint-better = After it you are better.
hint-even = After it nobody is better.
hint-worse = After it you are still worse, but everything else is no better.
hint-losing = You are losing, but this is the best there is.
hint-line = It may go on like this: { $line }.
hint-recorded = Only you see this. That you took a hint, everyone can see.
hints-taken = Hints taken from the computer: { $takers }.
hints-taken-by = { $name } ({ $side }) { $count }

analysis-progress = I am going through game { $game }: { $percent }% is done.
analysis-title = { $title }, as the computer sees it:
analysis-moments = The moves that mattered most:
analysis-moment = { $move } ({ $name }), marked { $number }. Before it: { $before }. After it: { $after }. Better was { $better }.
analysis-no-moments = No single move decided the game.
analysis-cards = Each turn is judged by what its player could know then, not by the cards that were hidden.
analysis-file = The whole game with what the computer thinks of each move is in { $name }.
analysis-name = { $name } ({ $side })
analysis-alt = The course of the game as a graph.
analysis-at-first = At first: { $standing }.
analysis-from = From move { $number }: { $standing }.
analysis-marked = Marked: { $moves }.
verdict-mates = { $side } has mate in { $moves }
verdict-mated = { $side } has checkmated
verdict-pawns = { $standing } ({ $number })
standing-even = nobody is better
standing-better = { $side } is better
standing-winning = { $side } is winning
decimal-point = .
button-analyse = Analyse
