# Karten: was man auf der Hand hat, einsetzt, und der Beweis, dass ehrlich gemischt wurde. Ein Fingerabdruck (SHA-256)
# steht auf einer eigenen Zeile. „Spielzug“ ist das Ganze, „Zug“ nur das Ziehen der Figur.

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
hand-places-ahead = Nach deinem nächsten Zug könnten sie hierhin, so wie es jetzt steht:
hand-nowhere = Im Augenblick ist für keine davon Platz.
hand-ask-card = Dein Zug: { $san }. Setze jetzt eine Karte ein oder passe. Noch kennt niemand außer dir den Zug.
hand-ask-square = Dein Zug: { $san }. Auf welches Feld kommt die Karte { $piece }?
button-hand = Meine Karten
button-pass = Passen
button-other-move = Anderer Zug
pick-card = Welche Karte setzt du ein?
pick-drop-square = Auf welches Feld?

deal-sealed = Die Karten sind gemischt. Am Ende beweist dieser Fingerabdruck (SHA-256), dass niemand sie geändert hat:
deal-opened = Das waren die Karten, jeder Stapel von oben; die ersten drei waren die erste Hand. Wie man sie prüft, sagt /prüfen { $game }:
verify-sealed = Die Karten dieser Partie (Kennung { $game }) bleiben bis zum Ende verdeckt. Dann vergleicht /prüfen sie mit diesem Fingerabdruck (SHA-256), der zu Beginn hier stand:
verify-fits = Die Karten stimmen: Im Text unten stehen alle, sein Fingerabdruck (SHA-256) ist der vom Beginn der Partie, und jeder Zug wurde mit diesen Karten gespielt. Die Nonce darin ist eine Zufallszahl, damit niemand die Karten aus dem Fingerabdruck erraten konnte.
verify-fails = Hier stimmt etwas nicht: Das sind nicht die Karten, deren Fingerabdruck (SHA-256) zu Beginn hier stand, oder die Partie wurde nicht mit ihnen gespielt. Gib bitte der Person Bescheid, die diesen Bot betreibt.
verify-by-hand = So prüfst du es selbst: Speichere die Datei und tippe in einem Terminal „sha256sum { $name }“, oder tippe dort diese Zeile:
verify-compare = Herauskommen muss der Fingerabdruck, der zu Beginn hier stand:

refused-no-cards = { $variant } wird ohne Karten gespielt. Eine Partie mit Karten beginnt mit /spielen schachen.
refused-no-kings-choice = In { $variant } wählt niemand, wo die Könige stehen. Lass dieses Wort weg.
refused-move-first = Karten setzt man nach einem Zug ein. Zieh erst, oder tippe beides zugleich, zum Beispiel n3 setze D o1.
refused-not-a-drop = „{ $text }“ kann ich nicht als Karte und Feld lesen. Tippe zum Beispiel /einsetzen D o1, oder wähle mit /einsetzen aus.
refused-move-made = Dein Zug von { $from } nach { $to } steht; bei „Berührt – geführt“ bleibt es dabei. Setze mit /einsetzen eine Karte ein oder beende den Spielzug mit /passen.
refused-telling = Das siehst nur du: „{ $word }“ könnte deinen Zug oder deine Karten verraten, darum habe ich es niemandem gezeigt. Bist du am Zug? Tippe den Spielzug wie n3 setze D o1 oder n3 passe, oder nimm /zug und /einsetzen. Zum Plaudern nimm andere Worte.
refused-overheard = In dieser Partie liegen Karten verdeckt, und hier lesen alle deine Worte und meine Antwort mit. Nimm Slash-Befehle, die sehe nur ich: /zug, /einsetzen, /hand und alle anderen.
refused-command-overheard = In dieser Partie liegen Karten verdeckt, und hier lesen alle deine Worte und meine Antwort mit. Schreib mir allein, wo niemand sonst mitliest: /zug, /einsetzen, /hand und alle anderen.
refused-turn-overheard = Diesen Spielzug konnten alle lesen, darum zählt er nicht: In dieser Partie liegen Karten verdeckt. Schreib ihn mir hier, das lesen nur wir beide.
refused-no-intended-claims = Im Schachen reklamiert man Remis für die Stellung, die schon da ist: Mach erst deinen Zug. Ob es reicht, sagt /reklamieren allein, wenn du wieder am Zug bist.
refused-no-takebacks-with-cards = Im Schachen gibt es keine Rücknahme: Man hätte sonst verdeckte Karten gesehen. Spiel weiter, oder biete mit /remis Remis an.
