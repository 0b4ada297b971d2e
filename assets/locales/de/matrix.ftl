# Sätze über Matrix selbst. {$room} ist ein Verweis auf einen Raum, {$prefix} das, womit Befehle beginnen: !chess. {$ahead}: wie viele
# vor jemandem warten, {$waiting}: wartende Nachrichten; {$minutes}, {$seconds}: wie lange.

about = Das lesen nur wir beide. Was du hier schreibst, gilt für die Partie in { $room }, bis ich dir wegen einer anderen schreibe. Meinst du eine andere, antworte auf eine meiner Nachrichten zu ihr.
check-may-send = Ich darf hier schreiben.
check-may-not-send = In { $room } darf ich nicht schreiben. Ein Admin des Raums kann das ändern: in Element in den Raumeinstellungen unter „Rollen & Berechtigungen“, bei „Nachrichten senden“.
check-encrypted = Dieser Raum ist verschlüsselt: Was ich hier schreibe, auch Bilder, kann nur lesen, wer im Raum ist.
check-plain = Dieser Raum ist nicht verschlüsselt. Was nur für dich ist, schicke ich dir in einem eigenen verschlüsselten Chat.
check-unseen = Der Heimserver sagt mir nicht, ob dieser Raum verschlüsselt ist und ob ich hier schreiben darf. Ich versuche es weiter; wenn das so bleibt, gib bitte der Person Bescheid, die diesen Bot betreibt. Der Grund steht in meinem Log.
check-failing = Der Heimserver hat nicht angenommen, was ich hier zuletzt geschrieben habe. Ich versuche es weiter, und nichts ist verloren. Wenn das so bleibt, gib bitte der Person Bescheid, die diesen Bot betreibt; der Grund steht in meinem Log.
check-suspended = Die Admins dieses Heimservers haben mein Konto gesperrt: Ich darf hier lesen, aber nicht schreiben. Was ich zu sagen habe, wartet, und nichts ist verloren. Bitte sag der Person Bescheid, die diesen Bot betreibt; nur die Admins können das aufheben.
check-locked = Die Admins dieses Heimservers haben mein Konto ganz gesperrt. Was ich zu sagen habe, wartet, und nichts ist verloren. Bitte sag der Person Bescheid, die diesen Bot betreibt; nur die Admins können es wieder freigeben.
check-no-consent = Dieser Heimserver verlangt, dass jemand für mein Konto seinen Bedingungen zustimmt, bevor er etwas von mir annimmt. Was ich zu sagen habe, wartet, und nichts ist verloren. Bitte sag der Person Bescheid, die diesen Bot betreibt; was der Heimserver dazu sagt, steht in meinem Log.
check-exhausted = Dieser Heimserver hat eine eigene Grenze erreicht und nimmt nichts von mir an. Was ich zu sagen habe, wartet, und nichts ist verloren. Bitte sag der Person Bescheid, die diesen Bot betreibt; die Admins des Heimservers können die Grenze anheben.
check-intercepted = Zwischen mir und dem Heimserver hält mich etwas ab, zum Beispiel ein Proxy oder eine Firewall. Was ich zu sagen habe, wartet, und nichts ist verloren. Bitte sag der Person Bescheid, die diesen Bot betreibt; wie geantwortet wird, steht in meinem Log.
check-pace = Dieser Heimserver nimmt mir nur eine begrenzte Zahl von Nachrichten ab, in allen Räumen zusammen. Nachrichten von mir, die gerade warten: { $waiting }. Sekunden bis zur letzten, ungefähr: { $seconds }. Ein Admin des Heimservers kann mir mehr erlauben: Bitte sag der Person Bescheid, die diesen Bot betreibt.
check-hears = Ich lese, was hier geschrieben wird. Wenn du am Zug bist, genügt der Zug allein, zum Beispiel Sf3; bei verdeckten Karten schreib ihn nur mir. Alles andere beginnt mit { $prefix } oder mit meinem Namen.
in-words = Das Bild in Worten
done = Erledigt, für alle zu sehen: { $room }
greeting = Hallo! Ich bin Schiedsrichter für Schach, Chess960, Grand Chess mit ungewöhnlichen Figuren und Schachen mit verdeckten Karten. { $prefix } spielen bietet allen anderen hier eine Partie an, { $prefix } brett zeigt die Partie, die hier läuft, { $prefix } hilfe zeigt, was es gibt. Wenn du am Zug bist, schreib einfach deinen Zug, zum Beispiel e4 oder Sf3; im Schachen schreib ihn nur mir. Unter meinen Nachrichten stehen nummerierte Möglichkeiten: Antworte mit der Nummer oder reagiere mit ihr. In English: { $prefix } english
goes-on = Der Raum, in dem diese Partie gespielt wurde, ist durch diesen ersetzt. Die Partie geht hier weiter, in diesem Thread.
may-not-send = Du hast mich nach { $room } eingeladen, aber ich darf dort nicht schreiben, also kann dort noch niemand spielen. Bitte einen Admin des Raums, mir das Senden von Nachrichten zu erlauben.
missed = Hier wurde viel gesagt, während ich weg war, und der Heimserver hat mir nicht alles davon mitgeteilt. Falls ich auf einen Zug oder eine Frage von dir nicht geantwortet habe, schreib sie bitte noch einmal.
not-delivered = In deiner Partie in { $room } ist etwas passiert, aber ich darf dort nicht schreiben, also konnten es nicht alle sehen. Verloren ist nichts. Bitte einen Admin des Raums, mir das Senden von Nachrichten zu erlauben; schreib dann dort { $prefix } brett.
not-taken = In deiner Partie in { $room } ist etwas passiert, aber ich konnte es dort nicht zeigen: Ich bin nicht mehr in diesem Raum, oder der Heimserver hat es nicht angenommen. Verloren ist nichts. Lade mich wieder ein, falls ich nicht da bin; schreib dann dort { $prefix } brett.
nothing-to-choose = Unter dieser Nummer gibt es jetzt nichts. { $prefix } brett zeigt, was du wählen kannst.
room-later = Was du wissen willst, ist nur für dich, also mache ich zuerst einen Raum für uns beide. Das gelingt gerade nicht; ich versuche es weiter. Deine Einladung kommt von selbst, und nichts ist verloren. Wenn es so bleibt, sag bitte der Person Bescheid, die diesen Bot betreibt; der Grund steht in meinem Log.
room-wait = Was du wissen willst, ist nur für dich, also mache ich zuerst einen Raum für uns beide. Dieser Heimserver lässt mich nur eine begrenzte Zahl von Räumen in der Stunde machen. Personen, die vor dir warten: { $ahead }. Deine Einladung kommt von selbst, und nichts ist verloren. Minuten bis dahin, ungefähr: { $minutes }.
speaking = Ab jetzt spreche ich Deutsch mit dir. In English again: { $prefix } english
too-fast = Das war viel auf einmal. Warte bitte einen Moment, dann höre ich dir wieder zu. Ein Zug allein zählt trotzdem.
too-many = Du hast mich nach { $room } eingeladen, aber dort sind mehr Leute, als ich im Blick behalten kann, deshalb bin ich wieder gegangen. Lade mich in einen kleineren Raum ein und spielt dort.
type-number = Reaktionen kann der Heimserver lesen, auch in verschlüsselten Chats, deshalb gelten sie bei verdeckten Karten nicht. Schreib bitte stattdessen die Nummer.
unreadable = Ich kann nicht lesen, was du geschrieben hast: Es ist verschlüsselt, und deine App hat mir den Schlüssel nicht gegeben. Bitte schreib es noch einmal. Wenn das nicht hilft, sieh in den Einstellungen deiner App nach, ob sie Schlüssel auch an Geräte schickt, die du nicht selbst bestätigt hast.
unseen = Der Heimserver sagt mir gerade nicht, wer in { $room } ist, deshalb habe ich dort nichts getan. Bitte schreib das gleich noch einmal.
unverified = Deine App wollte mich verifizieren, indem wir Emojis vergleichen. Ich bin ein Programm und kann sie nicht ansehen, also habe ich abgelehnt; spielen kannst du trotzdem.
which-list = Während deine Nummer unterwegs war, habe ich hier etwas Neues geschrieben und weiß deshalb nicht, was du meinst. Antworte bitte auf die Nachricht, die du meinst, mit ihrer Nummer.
