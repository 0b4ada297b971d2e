# Die Befehle nach dem, was man tun will, und das Glossar. Das erste Wort eines Begriffs steht auch in anderen Sätzen; alle
# kann man nach /hilfe tippen.

help-group-begin = Für den Anfang
help-group-during = Während der Partie
help-group-time = Uhren, Pausen und Urlaub
help-group-watch = Zuschauen und speichern
help-group-set-up = Herausfordern und aufstellen
help-group-people = Wenn dich jemand stört
help-group-pieces = Figuren und Regeln
help-group-cards = Karten (Schachen)
help-group-touch = Berührt – geführt
help-more-title = Mehr Hilfe
help-more =
    Mehr zu einem Befehl: /hilfe spielen
    Was Wörter und Zeichen bedeuten: /hilfe wörter
    Wie eine Figur zieht: /figur
    Ob hier alles geht: /hilfe selbsttest
help-words = Was Wörter und Zeichen bedeuten: /hilfe wörter
help-option = { $option }: { $about }
help-option-words = { $option }: { $about } – { $words }

glossary = Was die Wörter bedeuten
glossary-games = Grand Chess, Chess960, Schachen
    .words = Grand Chess, Großschach, Schach, Schach960, Spielart, Variante
    .about = Grand Chess hat 10×10 Felder und neue Figuren; /spielen grand beginnt es. Chess960 lost die Grundreihe aus. Schachen hat keinen Brettrand, aber verdeckte Karten.
glossary-letters = Kürzel in Zügen
    .words = Kürzel, Kuerzel, Buchstaben, Notation
    .about = Jede Figur hat ein oder zwei Buchstaben: S ist der Springer, NR der Nachtreiter. Zeichen: x schlägt, ~ dreht um, = wandelt um, @ setzt eine Karte ein, O-O rochiert, + ist Schach und # ist matt.
glossary-movable = Zugfähig
    .words = zugfähig, zugfaehig, Tipps, Hinweise, Knopf
    .about = Dieser Knopf unterstreicht die Figuren, die ziehen können. /züge nennt ihre Züge in Worten.
glossary-marks = Was die Zeichen bedeuten
    .words = Zeichen, Markierungen, Symbole, Farben
    .about = Strich darunter: die Figur kann ziehen. Punkt, Ring, Quadrat: dort kann sie ziehen, schlagen oder umdrehen. Schloss: gesperrt. Eis: gelähmt. Hand: berührt. Ring mit Strahlen: Schach. Ecken: der letzte Zug. Gestrichelter Bauer: en passant. Karte mit Plus: dort passt eine Karte. Umrandete Reihenzahlen: Bauern dürfen sich umwandeln.
glossary-en-passant = En passant (im Vorbeigehen)
    .words = en passant, e.p., im Vorbeigehen, im Vorübergehen
    .about = Ein Bauer, der gerade zwei Felder gezogen ist, darf von einem gegnerischen Bauern geschlagen werden, als wäre er nur eines gezogen, aber nur im direkt folgenden Zug.
glossary-promotion = Umwandlung
    .words = Umwandlung, umwandeln, geschlagen, anfang, alle
    .about = In was sich ein Bauer auf den letzten Reihen umwandeln darf. „geschlagen“: eine Figur, die du verloren hast. „anfang“: jede Figur der Anfangsaufstellung. „alle“: jede Figur überhaupt.
glossary-claim = Remis reklamieren
    .words = reklamieren, Reklamation, Stellungswiederholung, Zugwiederholung, 50-Züge-Regel, 50-Zuege-Regel
    .about = Die dritte Wiederholung oder 50 Züge ohne Bauernzug und Schlagzug beenden die Partie nicht von selbst: Wer am Zug ist, muss Remis reklamieren: /reklamieren. Führt erst der nächste Zug dazu, wird er genannt: /reklamieren Sf3.
glossary-abort = Abbrechen oder aufgeben
    .words = abbrechen, aufgeben, Abbruch
    .about = Abbrechen: Bevor beide gezogen haben, endet die Partie ohne Ergebnis. Aufgeben: Du verlierst.
glossary-admins = Admins
    .words = Admin, Admins, Moderator, Moderatoren, Moderation
    .about = Wer den Ort verwalten darf, an dem ihr spielt. Admins können dort Partien abbrechen, in denen sie nicht selbst spielen.
glossary-game-id = Partie-Kennung
    .words = Kennung, Partie-Kennung, ID
    .about = Der kurze Name einer Partie, etwa kez48m. Damit findest du sie wieder: /partie kez48m.
glossary-formats = PGN, FEN, GIF, JSON
    .words = PGN, FEN, GIF, JSON, Formate, Format
    .about = Was /exportieren speichert: alle Züge (PGN), die aktuelle Stellung (FEN), eine Animation (GIF) oder Daten für Programme (JSON).
glossary-touch-move = Berührt – geführt
    .words = Berührt – geführt, beruehrt-gefuehrt, berührt, beruehrt
    .about = Berührst du eine eigene Figur, musst du sie ziehen; berührst du eine gegnerische, musst du sie schlagen. Nichts wird zurückgenommen. Mehr sagt /regeln berührt-geführt.
glossary-release = Freigeben
    .words = freigeben, Versehen
    .about = Deinem Gegner eine Berührung verzeihen, die nur ein Versehen war.
glossary-powers = Umdrehen, lähmen, aus der Ferne
    .words = umdrehen, umgedreht, dreht um, Seitenwechsel, lähmen, laehmen, gelähmt, gelaehmt, aus der Ferne, bekehren, Pflicht
    .about = Umdrehen: Eine gegnerische Figur wechselt die Seite. Lähmen: Eine Figur kann nicht ziehen, solange die lähmende daneben steht. Aus der Ferne: Eine Figur schlägt, ohne dorthin zu ziehen. Pflicht: Sie hat keine Wahl.
glossary-menu = Menü
    .words = Menü, Menue, Tafel
    .about = Was /aufstellen allein zeigt: Du wählst Figuren und Regeln mit Knöpfen, siehst das Brett und schickst die Herausforderung ab. Bis dahin siehst nur du es.
glossary-extra = Zusätzliche Figuren
    .words = zusätzliche Figuren, zusätzlich, zusaetzlich, klassisch, frei, gewählt, gewaehlt, zufällig, zufaellig
    .about = Figuren, die du mit /aufstellen dazunimmst. „klassisch“: Sie kommen zur üblichen Aufstellung. „frei“: Nur König und Bauern stehen fest. Ausgelost oder abwechselnd gewählt, für beide Seiten dieselben.
glossary-duplicates = Duplikate, Spiegelaufstellung
    .words = Duplikate, doppelt, Spiegelaufstellung, gedreht, Drehung
    .about = Duplikate: Darf dieselbe zusätzliche Figur mehrfach vorkommen? Spiegelaufstellung: Schwarz um 180° gedreht (a1 gegenüber j10), sonst a1 gegenüber a10.
glossary-lock = Gesperrt
    .words = gesperrt, Sperre, gesperrte
    .about = Einige weit reichende Figuren dürfen anfangs weder ziehen noch Schach bieten, üblich ist: vor dem 6. Zug. Das Brett zeigt sie mit einem Schloss.
glossary-cards = Hand, Stapel, einsetzen, passen
    .words = Hand, Stapel, Karten, Karte, einsetzen, passen
    .about = Schachen: Nach deinem Zug setzt du eine Karte von deiner Hand ein und nimmst die nächste vom Stapel, oder du passt. Deine Hand siehst nur du, mit /hand.
glossary-grid = Raster ohne Rand
    .words = Raster, Felder, Koordinaten, Rand, negativ
    .about = Im Schachen gehen die Namen der Felder weiter: unter Reihe 1 die Reihen 0, -1, -2, rechts von z die Linien aa, ab, links von a die Linien -a, -b. m-3 ist Linie m, Reihe -3.
glossary-kings = Könige im Schachen
    .words = Könige, Koenige, schräg, schraeg
    .about = Wo sie anfangs stehen: auf derselben Linie oder schräg versetzt; das ist üblich.
glossary-fingerprint = Fingerabdruck (SHA-256)
    .words = Fingerabdruck, SHA-256, versiegelt, Hash, Prüfsumme, Pruefsumme
    .about = Eine lange Zahl, berechnet aus den gemischten Karten. Sie steht am Anfang jeder Partie Schachen; damit kann am Ende jeder prüfen, dass die Karten nicht vertauscht wurden. Wie, zeigt /prüfen.
