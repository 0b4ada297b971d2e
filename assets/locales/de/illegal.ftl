# Warum ein getippter Zug nicht geht.

illegal = „{ $text }“ geht nicht: { $why }
illegal-game-over = Die Partie ist zu Ende.
illegal-no-such-square = Ein Feld { $square } gibt es auf diesem Brett nicht.
illegal-no-such-piece = Diese Figur gibt es in dieser Partie nicht ({ $piece }). /figuren zeigt, welche es gibt.
illegal-no-piece = Das kann keine deiner Figuren dieser Art ({ $piece }).
illegal-empty-square = Auf { $square } steht nichts.
illegal-opponents-piece = { $piece } gehört deinem Gegner.
illegal-other-piece = Auf { $square } steht { $kind }, nicht { $named }.
illegal-same-square = { $piece } würde stehen bleiben; ein Zug muss auf ein anderes Feld führen.
illegal-cannot-reach = { $piece } kommt nicht in einem Zug nach { $to }. { $way }
illegal-cannot-reach-copying = { $piece } zieht jetzt als { $copied } und kommt so nicht nach { $to }.
illegal-none-reaches = Nach { $to } kann keine deiner Figuren dieser Art ziehen ({ $piece }).
illegal-none-reaches-copying = Deine Narren ziehen jetzt als { $piece }, und so kommt keiner nach { $to }.
illegal-captures-by-going = { $piece } schlägt { $target } nur mit einem Zug nach { $to }.
illegal-captures-otherwise = { $piece } schlägt { $target } nicht durch einen Zug nach { $to }. { $way }
illegal-captures-otherwise-copying = { $piece } zieht jetzt als { $copied } und schlägt { $target } nicht durch einen Zug nach { $to }. { $way }
illegal-blocked = { $by } versperrt { $piece } den Weg nach { $to }.
illegal-own-piece = { $target } ist deine eigene Figur, { $piece } kann sie nicht schlagen.
illegal-cannot-be-taken = { $target } kann von nichts geschlagen oder umgedreht werden.
illegal-joker-cannot-be-taken = { $target } hat gerade einen Block nachgeahmt und kann in diesem Zug nicht geschlagen oder umgedreht werden.
illegal-only-captures = { $piece } darf nur nach { $to }, um zu schlagen; { $to } ist aber leer.
illegal-touches-nothing = { $piece } stünde auf { $to } allein. Ein Zug, der nichts schlägt, muss neben einer anderen Figur enden.
illegal-nothing-to-capture = { $piece } kann nach { $to }, schlägt dort aber nichts. Lass das x weg.
illegal-nothing-to-convert = Auf { $to } steht nichts, was { $piece } umdrehen könnte.
illegal-en-passant-too-late = { $passed } konnte nur gleich nach dem Doppelschritt en passant geschlagen werden.
illegal-not-en-passant = { $piece } schlägt auf { $to } jetzt nichts en passant.
illegal-leaves-in-check = Dein König stünde danach im Schach durch { $attackers }.
illegal-still-in-check = Du stehst im Schach durch { $attackers }, und dieser Zug ändert daran nichts.
illegal-king-attacked = Dein König stünde auf { $to } im Schach durch { $attackers }.
illegal-locked = { $piece } ist gesperrt und darf erst ab Zug { $number } ziehen.
illegal-frozen = { $piece } ist gelähmt, solange { $by } daneben steht.
illegal-frozen-by-joker = { $piece } ist in diesem Zug gelähmt, denn { $by } hat gerade einen Immobilisator nachgeahmt.
illegal-frozen-by-chameleon = { $piece } ist gelähmt, denn { $by } steht daneben, und ein Chamäleon lähmt einen Immobilisator.
illegal-nothing-to-copy = { $piece } hat nichts nachzuahmen, denn { $opponent } hat noch nicht gezogen.
illegal-nothing-to-copy-of-chameleon = { $piece } hat nichts nachzuahmen, denn { $opponent } hat ein Chamäleon gezogen.
illegal-promotion-required = Auf { $to } muss sich der Bauer umwandeln: { $choices }. Schreib es hinter den Zug, zum Beispiel ={ $letter }.
illegal-promotion-unavailable = In diese Figur kann sich der Bauer nicht umwandeln ({ $wanted }).{ $count ->
    [0] {""}
   *[other] {" "}Möglich ist { $choices }.
}
illegal-nothing-to-become = { $piece } müsste sich auf { $to } umwandeln, aber es gibt keine geschlagene Figur, die zurückkommen könnte.
illegal-no-promotion-there = { $piece } kann sich frühestens auf Reihe { $rank } umwandeln.
illegal-promotes-beside-king = Bauern wandeln sich nur auf der Reihe des gegnerischen Königs um, jetzt Reihe { $rank }.
illegal-no-cards = Du hast keine Karten mehr auf der Hand.
illegal-not-in-hand = Diese Karte hast du nicht auf der Hand ({ $card }). /hand zeigt deine Karten.
illegal-no-pawn-to-drop-by = Einsetzen kannst du nur neben oder hinter eigenen Bauern, und du hast keinen Bauern mehr.
illegal-drop-occupied = Wo { $by } steht, kann die Karte nicht hin.
illegal-no-place-for-card = Für die Karte { $card } ist kein passendes Feld frei.
illegal-cannot-drop = Die Karte { $card } kann nicht nach { $square }. Ein Bauer kommt links oder rechts neben einen deiner Bauern, jede andere Karte direkt hinter einen.
illegal-cannot-drop-any = Nach { $square } kann keine Karte. Ein Bauer kommt links oder rechts neben einen deiner Bauern, jede andere Karte direkt hinter einen.
illegal-never-promotes = { $piece } wandelt sich nie um.

# Was einen König nach einem Zug angreift, den ein Narr nachahmen würde.
attacker-copying = { $piece } (zieht dann als { $copied })

# Wie eine Figur zieht, die irgendwohin nicht kommt.
way-of-any-piece = Wie die Figur zieht, zeigt /figur.
way-windmill = Sie umkreist nur eine Figur direkt neben sich, und auf dem Weg darf nichts stehen.
way-edgehog = Sein Zug muss am Rand des Bretts beginnen oder enden.
way-grasshopper = Er springt nur über die erste Figur auf einer Linie und landet direkt dahinter.
way-scorpion = Er geht einen Schritt oder springt über die erste Figur auf einer Linie und landet direkt dahinter.
way-kangaroo = Es springt nur über die ersten beiden Figuren auf einer Linie und landet direkt hinter der zweiten.
way-chameleon = Es schlägt jede Figur auf deren eigene Art und zieht sonst wie eine Dame auf ein leeres Feld.
way-diplomat = Er geht einen Schritt oder dreht eine Figur direkt neben sich um.
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
castling-no-rook = Dafür ist kein Turm da.
castling-right-lost = Der König oder dieser Turm hat schon gezogen.
castling-blocked = { $by } steht im Weg.
castling-in-check = Der König steht im Schach durch { $attackers }.
castling-through-check = Das Feld { $square }, über das der König ginge, ist angegriffen durch { $attackers }.
castling-into-check = Das Feld { $square }, auf dem der König landete, ist angegriffen durch { $attackers }.
illegal-two-meanings = { $letter } kann { $own } oder { $other } ({ $sign }) heißen.
