# Sätze über Matrix selbst. {$room} ist ein Verweis auf einen Raum, {$prefix} das, womit Befehle beginnen: !chess.

about = Hier liest niemand mit. Solange in { $room } eine Partie läuft oder vorbereitet wird, gilt dafür, was du hier schreibst, bis ich dir hier wegen einer anderen schreibe. Antwortest du auf eine meiner Nachrichten, gilt es für deren Partie.
check-may-send = Ich darf hier schreiben.
check-may-not-send = In { $room } darf ich nicht schreiben. Wer den Raum verwaltet, kann es erlauben: in Element in den Raumeinstellungen unter „Rollen & Berechtigungen“, bei „Nachrichten senden“.
check-encrypted = Dieser Raum ist verschlüsselt, und alles, was ich hier sage, auch, Bilder eingeschlossen.
check-plain = Dieser Raum ist nicht verschlüsselt. Was nur für eine Person bestimmt ist, schreibe ich in einen eigenen verschlüsselten Raum.
check-unseen = Der Server sagt mir nicht, wie dieser Raum ist. Ich versuche es weiter; wenn das so bleibt, sag dem Menschen Bescheid, der mich betreibt; der Grund steht in meinem Log.
check-failing = Der Server hat nicht angenommen, was ich hier zuletzt gesagt habe. Ich versuche es weiter, und nichts ist verloren; der Grund steht in meinem Log.
check-hears = Ich lese, was hier gesagt wird. Wenn du am Zug bist, genügt der Zug allein, zum Beispiel Sf3; alles andere beginnt mit { $prefix } oder mit meinem Namen.
in-words = Das Bild in Worten
done = Erledigt, wo es alle sehen: { $room }
greeting = Hallo! Ich bin Schiedsrichter für Schach, Grand Chess mit ungewöhnlichen Figuren, Schachen mit verdeckten Karten und mehr. { $prefix } spielen bietet allen anderen hier eine Partie an, { $prefix } brett zeigt die Partie, die hier läuft, { $prefix } hilfe zeigt, was es gibt. Wenn du am Zug bist, schreib einfach deinen Zug, zum Beispiel e4 oder Sf3. Unter meinen Nachrichten stehen nummerierte Möglichkeiten: Antworte mit der Nummer oder reagiere mit ihr. In English: { $prefix } english
may-not-send = Du hast mich nach { $room } eingeladen, aber ich darf dort nicht schreiben. Bitte jemanden, der den Raum verwaltet, mir das Senden von Nachrichten zu erlauben; bis dahin kann dort niemand spielen.
not-delivered = In deiner Partie in { $room } ist etwas passiert, aber ich darf dort nicht schreiben und konnte es deshalb nicht allen zeigen. Verloren ist nichts: Bitte jemanden, der den Raum verwaltet, mir das Senden von Nachrichten zu erlauben, und benutze dann dort { $prefix } brett.
not-taken = In deiner Partie in { $room } ist etwas passiert, aber ich konnte es dort nicht zeigen: Ich bin nicht mehr in diesem Raum, oder der Server hat es nicht angenommen. Verloren ist nichts: Lade mich wieder ein, falls ich nicht da bin, und benutze dann dort { $prefix } brett.
nothing-to-choose = Unter dieser Nummer gibt es nichts mehr zu wählen. { $prefix } brett zeigt, was jetzt geht.
speaking = Ab jetzt spreche ich Deutsch mit dir. In English again: { $prefix } english
too-fast = Das war viel auf einmal. Warte bitte einen Moment, dann höre ich dir wieder zu; ein bloßer Zug zählt trotzdem.
too-many = Du hast mich nach { $room } eingeladen, aber dort sind mehr Leute, als ich im Blick behalten kann, deshalb bin ich wieder gegangen. Lade mich in einen kleineren Raum ein und spielt dort.
unreadable = Ich kann nicht lesen, was du geschrieben hast: Deine App hat mir den Schlüssel dazu nicht gegeben. Bitte schreib es noch einmal. Wenn das nicht hilft, sieh in den Einstellungen deiner App nach, ob sie Schlüssel auch an Geräte schickt, die du nicht selbst bestätigt hast.
