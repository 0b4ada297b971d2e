# Die Regeln in Kürze, ein Punkt je Zeile.

rules-more = Jedes Spiel kann man mit „Berührt – geführt“ spielen; /regeln berührt-geführt sagt, was das heißt.

rules-chess =
    Schach nach den FIDE-Regeln auf 8×8 Feldern, mit Rochade und en passant.
    Schachmatt gewinnt. Patt, blanke Könige und Ähnliches sind remis.
    Dieselbe Stellung zum dritten Mal oder 50 Züge jeder Seite ohne Bauernzug und ohne Schlagen: Mit /reklamieren verlangt man Remis. Beim fünften Mal oder nach 75 solchen Zügen ist es von selbst remis.
rules-chess960 =
    Schach aus einer von 960 ausgelosten Aufstellungen: Läufer auf verschiedenen Farben, der König zwischen den Türmen.
    Die Rochade endet wie im Schach: König auf der c- oder g-Linie, Turm daneben. Tippe O-O oder O-O-O, oder das Feld des Königs und dann das des Turms.
    Alles andere ist wie im Schach.
rules-grand =
    Zehn Linien, zehn Reihen. Der Kardinal zieht wie Läufer oder Springer, der Marschall wie Turm oder Springer. Keine Rochade.
    Bauern stehen auf der dritten Reihe, dürfen von dort zwei Schritte gehen und schlagen en passant.
    Ein Bauer darf sich auf der achten und neunten Reihe umwandeln und muss es auf der zehnten. Bei „geschlagen“ kommt nur eine geschlagene Figur der eigenen Farbe zurück, und ein Bauer auf der neunten Reihe wartet, bis es eine gibt; Schach bietet er trotzdem.
    Schachmatt gewinnt, Patt ist remis. Stellungswiederholung und 50-Züge-Regel gelten wie im Schach.
    Auf den leeren Feldern der ersten beiden Reihen können zusätzliche Figuren stehen, ausgelost oder von euch gewählt, auf beiden Seiten dieselben; oder alle Figuren außer König und Bauern werden ausgelost oder gewählt. Mit /aufstellen beginnt so eine Partie, /figur zeigt, wie eine Figur zieht.
    Figuren, die sofort Schach bieten könnten, sind in den ersten Zügen gesperrt: Sie ziehen nicht und greifen nicht an. Das Brett zeigt sie.
rules-schachen =
    Schach ohne Brett: König und vier Bauern auf einem Raster ohne Rand, elf verdeckte Karten, drei davon auf deiner Hand.
    Zuerst ziehst du eine Figur. Ein Zug, der nichts schlägt, muss neben einer anderen Figur enden, waagrecht, senkrecht oder diagonal; geschlagen wird auf jede Entfernung. Es gibt weder Rochade noch Doppelschritt; rückwärts zieht der König nur, um zu schlagen.
    Danach darfst du eine Karte einsetzen: einen Bauern direkt links oder rechts von einem deiner Bauern, jede andere Karte direkt dahinter. Nur wer einsetzt, zieht eine Karte nach. Einsetzen wehrt kein Schach ab, darf aber Schach oder matt setzen.
    Ein Bauer, den du auf die Reihe des anderen Königs ziehst, darf zu einer deiner geschlagenen Figuren werden.
    Schachmatt gewinnt, Patt ist remis. Stellungswiederholung und 50-Züge-Regel gelten wie im Schach; Einsetzen zählt dabei als Fortschritt.
    Nur du siehst deine Karten, mit /hand. Tippe zum Beispiel n3 setze D o1, oder erst den Zug und dann /einsetzen oder /passen. Zurückgenommen wird nichts, weil man verdeckte Karten dann schon gesehen hat.
    Gemischt wird nachprüfbar: Zu Beginn steht der SHA-256 beider Stapel hier, am Ende stehen die Stapel selbst, und /prüfen vergleicht.
