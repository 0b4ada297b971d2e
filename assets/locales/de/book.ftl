# Das Figurenbuch: seine Seiten, und was es neben der Hilfe von einer Figur erzählt.

book-direction = ltr
book-title = Das Figurenbuch
book-told-intro = { $count } Figuren, jede mit Zeichnung, mit ihrer Zugweise und mit einem Brett zum Ausprobieren.
book-open = Im Figurenbuch lesen
book-search = Figur finden
book-told-search = Tippe einen Namen, ein Kürzel oder einen Teil davon.
book-found = Gefundene Figuren: { $count }
book-told-none = So heißt keine Figur. Tippe weniger Buchstaben, oder sieh die Gruppen durch.
book-letters = Nach Kürzeln
book-groups = Nach Gruppen
book-all = Alle Figuren
book-previous = Vorige Figur
book-next = Nächste Figur
book-skip = Zum Text
book-chat = Zum Chat
book-languages = Sprachen
book-called = In anderen Sprachen
book-how = Wie die Figur zieht
book-example = Vorher und nachher
book-before = Vorher
book-after = Nachher
book-facts = Kurz gesagt
book-notation = Betza-Notation
book-from = Woher die Figur kommt
book-kin = Verwandte Figuren
book-try = Ausprobieren
book-told-try = Klicke auf ein Feld, oder geh mit den Pfeiltasten hin und drücke die Eingabetaste: Dann steht die Figur dort, und das Brett zeigt, was sie kann.
book-told-others = Die anderen Figuren stehen da, weil diese sie braucht oder etwas mit ihnen macht.
book-told-copied = Der Gegner hat gerade diese Figur gezogen: { $piece }.
book-board = Ein Brett zum Ausprobieren
book-tried = { $name } auf { $square }. Zugfelder: { $moves }. Schlagfelder: { $captures }.
book-cell-move = Zugfeld
book-cell-capture = Schlagfeld
book-cell-both = Zug- und Schlagfeld
book-put = Hinstellen
book-put-enemy = Bauer des Gegners
book-put-own = Bauer auf ihrer Seite
book-clear = Von vorn
book-own = { $name } auf ihrer Seite
book-enemy = { $name } des Gegners

book-trait-royal = Darf nicht verloren gehen
book-trait-promotes = Wandelt sich um
book-trait-afar = Schlägt aus der Ferne
book-trait-safe = Kann nicht geschlagen werden
book-trait-edge = An den Rand gebunden
book-trait-distance = Schlägt ohne Berührung
book-trait-round = Geht um andere herum
book-trait-converts = Dreht Figuren um
book-trait-freezes = Lähmt andere
book-trait-copies = Ahmt andere nach
book-trait-locked = Anfangs gesperrt
book-trait-colour = Bleibt auf einer Farbe

book-told-reach = Auf einem leeren Brett des Grand Chess hat die Figur zwischen { $least } und { $most } Zugfelder.
# Wie stark eine Figur ist, an Figuren gemessen, die alle kennen.
worth-told = Im Grand Chess ist die Figur etwa so stark wie { $what }.
worth-less = Im Grand Chess ist die Figur schwächer als ein Bauer.
worth-queen = { $count ->
    [1] eine Dame
   *[other] { $count } Damen
}
worth-rook = { $count ->
    [1] ein Turm
   *[other] { $count } Türme
}
worth-bishop = { $count ->
    [1] ein Läufer
   *[other] { $count } Läufer
}
worth-knight = { $count ->
    [1] ein Springer
   *[other] { $count } Springer
}
worth-pawn = { $count ->
    [1] ein Bauer
   *[other] { $count } Bauern
}
book-told-from-chess = Diese Figur stammt aus dem Schach und spielt auch in Chess960, Grand Chess und Schachen mit.
book-told-from-grand = Diese Figur steht in der Grundstellung von Grand Chess, das Christian Freeling 1984 erfunden hat.
book-told-from-extra = Diese Figur ist eine der zusätzlichen Figuren von Grand Chess auf yucata.de; dessen Regeln danken chessvariants.com für die Ideen. Wer sie erfunden hat, sagen sie nicht.

book-kin-same = Hat auf leerem Brett dieselben Felder
book-kin-parts = Kann auf leerem Brett, was diese können, und mehr
book-kin-more = Diese können auf leerem Brett, was sie kann, und mehr

book-told-mark-target = Punkt: Hierhin kann die gewählte Figur ziehen.
book-told-mark-capture = Ring: Hier kann die gewählte Figur schlagen.
book-told-mark-convert = Rahmen: Die gewählte Figur kann diese umdrehen; dann wechselt diese die Seite.
book-told-mark-also = Dünnes Kreuz: Diese Figur wird auch geschlagen.
book-told-mark-picked = Klammern: Diese Figur ist gewählt.
book-told-mark-movable = Strich darunter: Diese Figur kann ziehen.
book-told-mark-last = Ecken: Hier hat der letzte Zug begonnen oder geendet.
book-told-mark-check = Ring mit Strahlen: Dieser König steht im Schach.
book-told-mark-locked = Schloss: Diese Figur ist gesperrt und kann noch nicht ziehen.
book-told-mark-frozen = Eis: Diese Figur ist gelähmt, weil ein gegnerischer Immobilisator neben ihr steht.
book-told-mark-touched = Hand: Diese Figur wurde berührt und muss ziehen oder geschlagen werden, wenn das geht.
book-told-mark-passing = Gestrichelter Bauer: Hier kann ein Bauer en passant geschlagen werden.
book-told-mark-drop = Karte mit Plus: Hier kann eine Karte eingesetzt werden.
