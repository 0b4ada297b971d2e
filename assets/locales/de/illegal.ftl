# Warum ein getippter Zug nicht geht.

illegal = „{ $text }“ geht nicht: { $why }
illegal-game-over = Die Partie ist zu Ende.
illegal-no-such-square = Ein Feld { $square } gibt es auf diesem Brett nicht.
illegal-no-such-piece = Die Figur { $piece } gibt es in diesem Spiel nicht.
illegal-no-piece = Du hast keine Figur { $piece }, die das könnte.
illegal-empty-square = Auf { $square } steht nichts.
illegal-opponents-piece = { $piece } gehört der anderen Seite.
illegal-other-piece = Dort steht { $piece }, nicht { $named }.
illegal-same-square = { $piece } bliebe, wo die Figur steht.
illegal-cannot-reach = { $piece } kommt nicht in einem Zug nach { $to }. { $way }
illegal-cannot-reach-copying = { $piece } zieht jetzt als { $copied } und kommt so nicht nach { $to }.
illegal-none-reaches = Von deinen Figuren der Art { $piece } kommt keine nach { $to }.
illegal-none-reaches-copying = Deine Narren ziehen jetzt als { $piece }, und so kommt keiner nach { $to }.
illegal-captures-by-going = { $piece } schlägt { $target } nur mit einem Zug nach { $to }.
illegal-captures-otherwise = { $piece } schlägt { $target } nicht, indem die Figur dorthin zieht. { $way }
illegal-captures-otherwise-copying = { $piece } zieht jetzt als { $copied } und schlägt { $target } nicht mit einem Zug dorthin. { $way }
illegal-blocked = { $piece } wird von { $by } aufgehalten.
illegal-own-piece = Dort steht deine eigene Figur: { $target }.
illegal-cannot-be-taken = { $target } kann von nichts geschlagen oder bekehrt werden.
illegal-joker-cannot-be-taken = { $target } hat gerade einen Block nachgeahmt und kann in diesem Zug nicht geschlagen oder bekehrt werden.
illegal-only-captures = { $piece } geht nur zum Schlagen nach { $to }, und dort steht nichts.
illegal-touches-nothing = { $piece } stünde auf { $to } allein. Ein Zug, der nichts schlägt, muss neben einer anderen Figur enden.
illegal-nothing-to-capture = { $piece } kann nach { $to }, schlägt dort aber nichts. Lass das x weg.
illegal-nothing-to-convert = { $piece } findet auf { $to } nichts zu bekehren.
illegal-en-passant-too-late = { $passed } konnte nur gleich nach dem Doppelschritt en passant geschlagen werden.
illegal-not-en-passant = Dort ist jetzt nichts en passant zu schlagen.
illegal-leaves-in-check = Dein König stünde danach im Schach: { $attackers }.
illegal-still-in-check = Du stehst im Schach, und das hält { $attackers } nicht auf.
illegal-king-attacked = Dein König stünde auf { $to } im Schach: { $attackers }.
illegal-locked = { $piece } ist gesperrt und darf erst ab Zug { $number } ziehen.
illegal-frozen = { $piece } wird von { $by } gelähmt, solange die beiden nebeneinanderstehen.
illegal-frozen-by-joker = { $piece } wird in diesem Zug von { $by } gelähmt: Dieser Narr hat gerade einen Immobilisator nachgeahmt.
illegal-frozen-by-chameleon = { $piece } wird von { $by } gelähmt: Ein Chamäleon lähmt einen Immobilisator neben sich.
illegal-nothing-to-copy = { $piece } hat nichts nachzuahmen: { $opponent } hat noch nicht gezogen.
illegal-nothing-to-copy-of-chameleon = { $piece } hat nichts nachzuahmen: { $opponent } hat ein Chamäleon gezogen.
illegal-promotion-required = Auf { $to } muss der Bauer etwas werden: { $choices }. Schreib es hinter den Zug, zum Beispiel ={ $letter }.
illegal-promotion-unavailable = Das kann der Bauer nicht werden: { $wanted }{ $count ->
    [0] .
   *[other] . Möglich ist { $choices }.
}
illegal-nothing-to-become = { $piece } müsste sich auf { $to } umwandeln, aber es gibt keine geschlagene Figur, die zurückkommen könnte.
illegal-no-promotion-there = Bauern wandeln sich erst ab der { $rank }. Reihe um.
illegal-promotes-beside-king = Bauern wandeln sich nur auf der Reihe um, auf der der andere König steht, jetzt Reihe { $rank }.
illegal-no-cards = Du hast keine Karten mehr auf der Hand.
illegal-not-in-hand = Auf deiner Hand ist keine Karte { $card }.
illegal-no-pawn-to-drop-by = Karten kommen neben oder hinter eigene Bauern, und du hast keinen Bauern mehr.
illegal-drop-occupied = Wo die Karte hinsoll, steht schon { $by }.
illegal-no-place-for-card = Alle Felder, auf die die Karte { $card } könnte, sind besetzt.
illegal-cannot-drop = Diese Karte kann nicht nach { $square }. Ein Bauer kommt neben einen deiner Bauern, jede andere Karte direkt dahinter.
illegal-never-promotes = { $piece } wandelt sich nie um.

# Was einen König nach einem Zug angreift, den ein Narr nachahmen würde.
attacker-copying = { $piece } (zieht dann als { $copied })

# Wie eine Figur zieht, die irgendwohin nicht kommt.
way-of-any-piece = Mit /figur siehst du, wie die Figur zieht.
way-windmill = Sie dreht sich nur um eine Figur direkt neben ihr, und auf dem Weg darf nichts stehen.
way-edgehog = Sein Zug muss am Rand des Bretts beginnen oder enden.
way-grasshopper = Er springt nur über die erste Figur auf einer Linie und landet direkt dahinter.
way-scorpion = Er geht einen Schritt oder springt über die erste Figur auf einer Linie und landet direkt dahinter.
way-kangaroo = Es springt nur über die ersten beiden Figuren auf einer Linie und landet direkt hinter der zweiten.
way-chameleon = Es schlägt jede Figur auf deren eigene Art und zieht sonst wie eine Dame auf ein leeres Feld.
way-diplomat = Er geht einen Schritt oder bekehrt eine Figur direkt neben sich.
way-archer = Er springt wie ein Springer und schlägt aus der Ferne nur, was noch einen solchen Sprung weiter in derselben Richtung steht.
way-cannon = Zum Schlagen braucht die Figur genau eine andere dazwischen.

# Wie eine Figur schlägt, die nicht schlägt, wohin sie zieht.
captures-advancer = Er schlägt, indem er geradewegs bis auf das Feld vor seinem Opfer zieht.
captures-withdrawer = Er schlägt eine Figur direkt neben sich, indem er geradewegs von ihr wegzieht.
captures-coordinator = Er schlägt dort, wo seine neue Reihe die Linie deines Königs kreuzt und seine neue Linie die Reihe deines Königs.
captures-immobilizer = Er schlägt nie, er lähmt die gegnerischen Figuren neben sich.
captures-block = Ein Block schlägt nie.
captures-over-one = Zum Schlagen braucht die Figur genau eine andere dazwischen.
captures-diagonally = Er schlägt nur ein Feld weit diagonal.
captures-chameleon = Ein Chamäleon schlägt jede Figur auf deren eigene Art.
captures-not-by-chameleon = Kein Chamäleon kann so eine Figur schlagen.

castling-not-in-this-game = In diesem Spiel gibt es keine Rochade.
castling-no-rook = Dafür steht kein Turm bereit.
castling-right-lost = Der König oder dieser Turm hat schon gezogen.
castling-blocked = { $by } steht im Weg.
castling-in-check = Der König steht im Schach: { $attackers }.
castling-through-check = Das Feld { $square }, über das der König ginge, ist angegriffen: { $attackers }.
castling-into-check = Das Feld { $square }, auf dem der König landete, ist angegriffen: { $attackers }.
illegal-two-meanings = { $letter } kann { $own } oder { $other } ({ $sign }) heißen.
