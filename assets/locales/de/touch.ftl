# Berührt – geführt: was berührt wurde und was das verlangt. Ein Grund ist ein Satz; eine Figur heißt „Springer g1“.

terms-touch-move = Berührt – geführt: Eine berührte Figur muss ziehen oder geschlagen werden, und nichts wird zurückgenommen
variant-touch-move = { $variant } mit „Berührt – geführt“

touch-by-hand = { $name } berührt: { $pieces }.
touch-by-try = { $name } hat einen unmöglichen Zug versucht und damit berührt: { $pieces }.
touch-released = { $name } gibt frei, was { $other } nur aus Versehen berührt hat: { $pieces }.
touch-pawn-moved = { $name } zieht { $piece } nach { $to }; was daraus wird, ist noch offen.

touch-touched = Berührt: { $pieces }.
touch-free = Keine berührte Figur kann ziehen oder geschlagen werden; jeder Zug ist erlaubt.
touch-no-castling = Keine berührte Figur kann ziehen oder geschlagen werden; jeder Zug ist erlaubt, nur keine Rochade mit einem Turm, der vor dem König berührt wurde.
touch-castle = Erst wurde der König berührt, dann { $piece }: Der König muss mit { $piece } rochieren.
touch-move-first = { $piece } wurde zuerst berührt und muss ziehen.
touch-move-next = { $piece } muss ziehen: Keine früher berührte Figur kann ziehen oder geschlagen werden.
touch-move-king = { $piece } muss ziehen: Er wurde vor einem Turm berührt, kann mit ihm aber nicht rochieren.
touch-move-rook = { $piece } muss ziehen, aber nicht mit einer Rochade: Der Turm wurde vor dem König berührt.
touch-capture-with = { $piece } muss { $victim } schlagen: Auf jeder Seite wurden diese zuerst berührt.
touch-capture-first = { $victim } wurde zuerst berührt und muss geschlagen werden.
touch-capture-next = { $victim } muss geschlagen werden: Keine früher berührte Figur kann ziehen oder geschlagen werden.
touch-promoting = { $piece } ist nach { $to } gezogen und bleibt dort; nur was daraus wird, ist noch offen.

touch-forbids = „{ $text }“ ist jetzt nicht erlaubt (Berührt – geführt).
touch-tried = Damit berührt: { $pieces }.
touch-left = { $count ->
    [one] Ein Zug bleibt:
   *[other] { $count } Züge bleiben:
}
pick-rook-to-castle = { $piece }, zur Rochade
button-release = Berührte Figuren freigeben

rules-touch-move =
    Wer eine Figur berührt, muss mit ihr ziehen, wie am richtigen Brett. Du berührst Figuren mit /berühren e2 d7, wenn du eine zum Ziehen auswählst oder wenn du einen unmöglichen Zug versuchst: Das berührt die Figur und die gegnerische auf ihrem Zielfeld.
    Nur eigene Figuren: Die zuerst berührte, die ziehen kann, muss ziehen. Nur gegnerische: Die zuerst berührte, die geschlagen werden kann, muss geschlagen werden.
    Beides: Deine erste muss die erste gegnerische schlagen. Geht das nicht, muss die zuerst berührte, die ziehen oder geschlagen werden kann, ziehen oder geschlagen werden.
    Erst der König, dann ein Turm: Rochade mit diesem Turm, sonst ein anderer Königszug. Erst ein Turm, dann der König: ein Turmzug, keine Rochade.
    Kann keine berührte Figur ziehen oder geschlagen werden, ist jeder Zug erlaubt; nur nicht die Rochade mit einem Turm, der vor dem König berührt wurde, solange es einen anderen Zug gibt.
    Ein Bauer auf seinem Umwandlungsfeld bleibt dort; in was er sich umwandelt, darfst du ändern, bis du es bestätigst. Ganz ausgeschrieben ist d10=D endgültig.
    Weder Berührungen noch Züge lassen sich zurücknehmen. Hast du eine Figur nur aus Versehen berührt, kann dein Gegner sie mit /freigeben freigeben.
