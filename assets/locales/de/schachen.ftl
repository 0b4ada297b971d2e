# Karten: was man auf der Hand hat, einsetzt, und der Beweis, dass ehrlich gemischt wurde.

terms-kings-facing = Die Könige stehen sich auf der n-Linie gegenüber

cards-count = { $side }: { $hand ->
    [0] keine Karte
    [one] eine Karte
   *[other] { $hand } Karten
} auf der Hand, { $stack } im Stapel.
cards-open = { $side } hat auf der Hand: { $pieces }; { $stack } im Stapel.
move-drops = , setzt { $piece } auf { $square } ein

hand-cards = Deine Karten: { $pieces }.
hand-empty = Du hast keine Karten auf der Hand.
hand-places = Sie können jetzt hierhin:
hand-places-ahead = So wie das Brett steht, könnten sie nach einem Zug hierhin:
hand-nowhere = Im Augenblick ist für keine davon Platz.
hand-ask-card = Du ziehst { $san }. Setze jetzt eine Karte ein oder passe; noch weißt nur du von dem Zug.
hand-ask-square = Du ziehst { $san } und setzt { $piece } ein: auf welchem Feld?
button-hand = Meine Karten
button-pass = Passen
button-other-move = Anderer Zug
pick-card = Welche Karte setzt du ein?
pick-drop-square = Auf welchem Feld?

deal-sealed = Die Karten sind gemischt und versiegelt, SHA-256 { $hash }. Am Ende zeige ich sie, und jeder kann nachprüfen, dass sie von Anfang an so lagen. Deine siehst du mit /hand.
deal-opened = So lagen die versiegelten Karten, jeder Stapel von oben; die ersten drei waren die erste Hand. Wie man das nachprüft, sagt /prüfen { $game }:
verify-sealed = Die Karten der Partie { $game } bleiben bis zum Ende versiegelt. Zu Beginn stand hier SHA-256 { $hash }.
verify-fits = Die Karten stimmen: Dieser Text hat den SHA-256 { $hash }, der zu Beginn der Partie hier stand, und jeder Zug wurde mit diesen Karten gespielt.
verify-fails = Hier stimmt etwas nicht: Das sind nicht die Karten, die mit SHA-256 { $hash } versiegelt wurden, oder die Partie wurde nicht mit ihnen gespielt. Bitte sag es denen, die mich betreiben.
verify-by-hand = So prüfst du es selbst: Speichere die Datei und rufe „sha256sum { $name }“ auf, oder gib dies in einem Terminal ein, und vergleiche mit dem, was zu Beginn hier stand:

refused-no-cards = { $variant } wird ohne Karten gespielt. Eine Partie mit Karten beginnt mit /spielen schachen.
refused-no-kings-choice = In { $variant } wählt niemand, wo die Könige stehen. Lass dieses Wort weg.
refused-move-first = Karten setzt man nach einem Zug ein. Zieh erst, oder tippe beides zugleich, zum Beispiel n3 setze D o1.
refused-not-a-drop = „{ $text }“ kann ich nicht als Karte und Feld lesen. Tippe zum Beispiel /einsetzen D o1, oder wähle mit /einsetzen aus.
refused-move-made = Dein Zug von { $from } nach { $to } ist gemacht, und bei „Berührt – geführt“ bleibt es dabei. Setze mit /einsetzen eine Karte ein oder beende deinen Zug mit /passen.
refused-telling = Das liest nur du: „{ $word }“ könnte deinen Zug oder deine Karten verraten, und die sind verdeckt. Tippe deinen Zug, wenn du dran bist, wie n3 setze D o1 oder n3 passe, oder nimm /zug und /einsetzen; oder sag es mit anderen Worten.
refused-overheard = Hier liegen Karten verdeckt, und alle würden deine Worte und meine Antwort mitlesen. Nimm Slash-Befehle, die sehe nur ich: /zug, /einsetzen, /hand und alle anderen.
refused-turn-overheard = In dieser Partie liegen Karten verdeckt, und alle haben deinen Zug mitgelesen: Dort zählt er nicht. Schreib ihn mir hier, wo niemand sonst mitliest.
refused-no-takebacks-with-cards = In Schachen wird nichts zurückgenommen, denn verdeckte Karten hat man dann schon gesehen. Spiel weiter, oder biete mit /remis Remis an.
