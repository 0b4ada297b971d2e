# Die Regeln in Kürze, ein Punkt je Zeile.

rules-more = Jedes Spiel kann man mit „Berührt – geführt“ spielen; /regeln berührt-geführt sagt, was das heißt.
rules-agreed = Vereinbart in der Partie hier, { $white } (Weiß) – { $black } (Schwarz), Partie { $game }: { $terms }.
rules-general = Und in jeder solchen Partie gilt:

rules-chess =
    Schach nach den FIDE-Regeln auf 8×8 Feldern, mit Rochade und en passant.
    Wer mattsetzt, gewinnt. Patt ist remis, ebenso eine Stellung, in der keine Seite mehr genug Figuren zum Mattsetzen hat (etwa König gegen König).
    Steht dieselbe Stellung zum dritten Mal auf dem Brett oder hat jede Seite 50 Züge lang weder einen Bauern gezogen noch etwas geschlagen, kann Remis reklamieren, wer am Zug ist: /reklamieren. Das geht auch mit dem Zug, der erst dazu führt: /reklamieren Sf3 beendet die Partie, ohne dass der Zug gemacht wird; reicht es nicht, ist nichts verloren (nur bei „Berührt – geführt“ muss der Zug dann gemacht werden). Ihr könnt auch vereinbaren, dass solche Remis ohne Reklamation gelten: auto-remis. Beim fünften Mal oder nach 75 solchen Zügen ist die Partie automatisch remis.
rules-chess960 =
    Schach aus einer ausgelosten von 960 Aufstellungen: Läufer auf verschiedenen Farben, der König zwischen den Türmen.
    Die Rochade endet wie im Schach: König auf der c- oder g-Linie, Turm daneben. Tippe O-O oder O-O-O, oder das Feld des Königs und dann das des Turms.
    Alles andere ist wie im Schach.
rules-grand =
    Zehn Linien, zehn Reihen. Der Kardinal zieht wie ein Läufer oder ein Springer, der Marschall wie ein Turm oder ein Springer. Keine Rochade.
    Bauern stehen auf der dritten Reihe, dürfen von dort zwei Felder ziehen und schlagen en passant.
    Ein Bauer darf sich auf der achten und neunten Reihe umwandeln und muss es auf der zehnten. Gewöhnlich wird er zu einer geschlagenen Figur der eigenen Farbe; vereinbaren lässt sich auch jede Figur der Anfangsaufstellung oder jede Figur überhaupt. Solange keine zur Wahl steht, muss ein Bauer auf der neunten Reihe warten; Schach bietet er trotzdem.
    Schachmatt gewinnt, Patt ist remis. Stellungswiederholung und 50-Züge-Regel gelten wie im Schach.
    Auf den leeren Feldern der ersten beiden Reihen können zusätzliche Figuren stehen, ausgelost oder von euch gewählt, auf beiden Seiten dieselben. Oder ihr beginnt nur mit König und Bauern, und bis zu 19 Figuren kommen dazu. Mit /aufstellen beginnt so eine Partie, /figur zeigt, wie eine Figur zieht.
    Einige weit reichende Figuren (welche, sagt /figur) sind in den ersten fünf Zügen ihrer Seite gesperrt, wenn nichts anderes vereinbart ist: So lange ziehen sie nicht und bieten kein Schach. Das Brett zeigt sie an.
rules-schachen =
    Schach ohne Brett: König und vier Bauern auf einem Raster ohne Rand, elf verdeckte Karten, drei davon auf deiner Hand.
    Felder heißen wie im Schach, nur gehen die Namen weiter: nach unten Reihe 0, -1, -2; rechts von z die Linien aa, ab, links von a die Linien -a, -b. Die Partie beginnt auf den Linien m bis p.
    Zuerst ziehst du eine Figur. Schlägt der Zug nichts, muss er neben einer anderen Figur enden, egal welcher Seite (auch diagonal). Geschlagen wird auf jede Entfernung. Es gibt weder Rochade noch Doppelschritt; rückwärts zieht der König nur, um zu schlagen.
    Danach darfst du eine Karte einsetzen: einen Bauern direkt links oder rechts von einem deiner Bauern, jede andere Karte direkt dahinter. Wer einsetzt, nimmt danach die nächste Karte vom eigenen Stapel; sonst kommt keine dazu. Ohne eigenen Bauern auf dem Raster kannst du nichts einsetzen. Einsetzen wehrt kein Schach ab, darf aber Schach bieten oder mattsetzen.
    Ein Bauer, den du auf die Reihe des gegnerischen Königs ziehst, darf sich in diesem Zug in eine deiner geschlagenen Figuren umwandeln, nur nicht in einen Bauern; später geht das nicht mehr.
    Schachmatt gewinnt, Patt ist remis. Stellungswiederholung und 50-Züge-Regel gelten wie im Schach; Einsetzen zählt dabei wie Schlagen.
    Nur du siehst deine Karten, mit /hand. Tippe zum Beispiel n3 setze D o1, oder erst den Zug und dann /einsetzen oder /passen. Züge lassen sich nicht zurücknehmen, sonst hätte man verdeckte Karten gesehen.
    Die Mischung lässt sich prüfen: Zu Beginn steht hier ein Fingerabdruck (SHA-256) beider Stapel, am Ende stehen hier die Stapel selbst, und /prüfen vergleicht.
