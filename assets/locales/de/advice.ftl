# Was der Computer verrät: einen guten Zug in einer laufenden Partie, und was in einer beendeten geschehen ist.

hint-move = Der Computer würde { $san } spielen: { $words }
hint-keeps-cards = Danach würde er keine Karte einsetzen.
hint-mates-now = Das ist matt.
hint-mates = Das setzt in { $moves } Zügen matt.
hint-is-mated = Du wirst in { $moves ->
    [one] { $moves } Zug
   *[other] { $moves } Zügen
} mattgesetzt, was du auch tust; so dauert es am längsten.
hint-winning = Danach stehst du auf Gewinn.
hint-better = Danach stehst du besser.
hint-even = Danach steht niemand besser.
hint-worse = Du stehst auch danach schlechter, aber alles andere ist nicht besser.
hint-losing = Du stehst auf Verlust, aber etwas Besseres gibt es nicht.
hint-line = So kann es weitergehen: { $line }.
hint-recorded = Das siehst nur du. Dass du einen Tipp genommen hast, können alle sehen.
hints-taken = Tipps vom Computer: { $takers }.
hints-taken-by = { $name } ({ $side }) { $count }

analysis-progress = Ich gehe Partie { $game } durch: { $percent } % sind geschafft.
analysis-title = { $title }, wie der Computer sie sieht:
analysis-moments = Die Züge, auf die es am meisten ankam:
analysis-moment = { $move } ({ $name }), markiert mit { $number }. Davor: { $before }. Danach: { $after }. Besser war { $better }.
analysis-no-moments = Kein einzelner Zug hat die Partie entschieden.
analysis-cards = Jeder Zug ist danach beurteilt, was man dabei wissen konnte, nicht nach den verdeckten Karten.
analysis-file = Die ganze Partie mit der Meinung des Computers zu jedem Zug steht in { $name }.
analysis-name = { $name } ({ $side })
analysis-alt = Der Verlauf der Partie als Kurve.
analysis-at-first = Anfangs: { $standing }.
analysis-from = Ab Zug { $number }: { $standing }.
analysis-marked = Markiert: { $moves }.
verdict-mates = { $side } hat Matt in { $moves }
verdict-mated = { $side } hat mattgesetzt
verdict-pawns = { $standing } ({ $number })
standing-even = niemand steht besser
standing-better = { $side } steht besser
standing-winning = { $side } steht auf Gewinn
decimal-point = ,
button-analyse = Analysieren
