# Berührt – geführt: was berührt wurde und was das verlangt. Ein Grund ist ein Satz; eine Figur heißt „Springer g1“.

terms-touch-move = Berührt – geführt: Eine berührte Figur muss ziehen oder geschlagen werden, und nichts wird zurückgenommen
variant-touch-move = { $variant } mit „Berührt – geführt“

touch-by-hand = { $name } berührt: { $pieces }.
touch-by-try = { $name } hat einen Zug versucht, der nicht geht, und damit berührt: { $pieces }.
touch-released = { $name } gibt frei, was { $other } nur aus Versehen berührt hat: { $pieces }.
touch-pawn-moved = { $name } zieht { $piece } nach { $to }; was daraus wird, ist noch offen.

touch-touched = Berührt: { $pieces }.
touch-free = Nichts, was berührt wurde, kann ziehen oder geschlagen werden; also ist jeder Zug erlaubt.
touch-no-castling = Nichts, was berührt wurde, kann ziehen oder geschlagen werden; also ist jeder Zug erlaubt, nur keine Rochade mit einem Turm, der vor dem König berührt wurde.
touch-castle = Erst wurde der König berührt, dann { $piece }: Der König muss mit { $piece } rochieren.
touch-move-first = { $piece } wurde zuerst berührt und muss ziehen.
touch-move-next = { $piece } muss ziehen, denn nichts, was früher berührt wurde, kann ziehen oder geschlagen werden.
touch-move-king = { $piece } muss ziehen: Er wurde vor einem Turm berührt, kann mit ihm aber nicht rochieren.
touch-move-rook = { $piece } muss ziehen und scheidet für die Rochade aus, denn er wurde vor dem König berührt.
touch-capture-with = { $piece } muss { $victim } schlagen: Von jeder Seite wurden diese zuerst berührt.
touch-capture-first = { $victim } wurde zuerst berührt und muss geschlagen werden.
touch-capture-next = { $victim } muss geschlagen werden, denn nichts, was früher berührt wurde, kann ziehen oder geschlagen werden.
touch-promoting = { $piece } ist nach { $to } gezogen, und dabei bleibt es; nur was daraus wird, ist noch offen.

touch-forbids = „{ $text }“ geht jetzt nicht: Was berührt wurde, verlangt etwas anderes.
touch-tried = Der Versuch berührt: { $pieces }.
touch-left = { $count ->
    [one] Ein Zug bleibt:
   *[other] { $count } Züge bleiben:
}
pick-rook-to-castle = { $piece }, zur Rochade
button-release = Berührtes freigeben

rules-touch-move =
    Berühren verpflichtet, wie am richtigen Brett. Du berührst Figuren mit /berühren e2 d7, wenn du eine zum Ziehen auswählst oder wenn du einen Zug versuchst, der nicht geht: Das berührt die Figur und dann die gegnerische auf ihrem Zielfeld.
    Nur eigene Figuren: Die zuerst berührte, die ziehen kann, muss ziehen. Nur gegnerische: Die zuerst berührte, die geschlagen werden kann, muss geschlagen werden.
    Beides: Deine erste muss die erste gegnerische schlagen. Geht das nicht, muss die zuerst berührte, mit der es geht, ziehen oder geschlagen werden.
    Erst der König, dann ein Turm: Rochade mit diesem Turm, sonst ein anderer Königszug. Erst ein Turm, dann der König: ein Turmzug; mit diesem Turm wird nicht rochiert.
    Kann nichts, was berührt wurde, ziehen oder geschlagen werden, ist jeder Zug erlaubt.
    Ein Bauer, der sich umwandelt, bleibt auf seinem Feld; was daraus wird, darfst du wählen, bis du es bestätigst. Getippt ist d10=D endgültig.
    Eine Berührung nimmt niemand zurück, einen Zug auch nicht. Was du nur aus Versehen berührt hast, kann die andere Seite mit /freigeben wieder lösen.
