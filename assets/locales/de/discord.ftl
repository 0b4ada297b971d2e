# Sätze über Discord selbst. {$channel} ist ein Verweis auf einen Kanal.

bot-opponent = Bots spielen hier nicht mit. Fordere einen Menschen heraus oder lass den Namen weg, dann darf jeder hier annehmen.
crowded = Gerade ist sehr viel los, und ich bin nicht dazu gekommen. Es ist nichts geschehen: Versuch es bitte in ein paar Sekunden noch einmal. Deine Partien sind sicher.
unread = Discord hat mir das in einer Form geschickt, die ich nicht verstehe; es ist also nichts geschehen. Deine Partien sind sicher. Gib bitte der Person Bescheid, die diesen Bot betreibt; der Grund steht in meinem Log.
check-by-command = Frag das mit dem Slash-Befehl /hilfe selbsttest: An einer Nachricht sehe ich nicht, was ich hier darf.
check-astray = Meine Slash-Befehle und Knöpfe funktionieren nicht: Discord schickt sie an eine andere Adresse statt an mich. Gib bitte der Person Bescheid, die diesen Bot betreibt: Entweder das Feld „Interactions Endpoint URL“ im Developer Portal von Discord leeren (die Anwendung, General Information), oder jene Adresse zu mir führen und discord.interactions setzen; Näheres steht in meinem Log.
reads-less = Discord lässt { $bot } nicht alle Nachrichten lesen: „Message Content Intent“ ist ausgeschaltet oder wurde nicht erneut gewährt. Der Bot macht weiter: Befehle und Knöpfe funktionieren, ebenso Nachrichten, die ihn erwähnen, Antworten an ihn und Direktnachrichten; nur bloße Züge wie Sf3 hört er nicht. Schalte „Message Content Intent“ im Developer Portal ein (deine Anwendung, Bot; wer mehr als 10.000 Menschen erreicht, muss es dort jedes Jahr beantragen) und starte den Bot neu. Soll es bleiben, wie es jetzt ist, setze messages auf mentions. Das wird einmal gesagt.
not-delivered = In deiner Partie in {$channel} ist etwas passiert, aber ich darf dort nicht schreiben, also konnten es nicht alle sehen. Verloren ist nichts. Bitte einen Admin des Servers, mir zu erlauben, den Kanal zu sehen, Nachrichten zu senden und Dateien anzuhängen; tippe dann dort /brett.
channel-gone = Der Kanal einer deiner Partien wurde gelöscht, darum kann ich dort nicht mehr schreiben. Die Partie ist gespeichert: /partien zeigt sie, /exportieren speichert sie als Datei. Für eine neue Partie nimm /spielen anderswo.
removed = Ich wurde von dem Server entfernt, auf dem du in {$channel} spielst; darum kann dort jetzt niemand ziehen. Die Partie ist gespeichert: /partien in diesem Chat zeigt sie, /exportieren speichert sie als Datei. Sie geht weiter, wenn mich jemand wieder zum Server hinzufügt{ $invitation ->
    [none] .
   *[other] : { $invitation }
}
thread-locked = Der Thread deiner Partie, {$channel}, ist gesperrt, darum kann ich dort nicht mehr schreiben. Verloren ist nichts. Bitte einen Moderator des Servers, den Thread zu entsperren; tippe dann dort /brett.
blocked = In deiner Partie in {$channel} ist etwas passiert, aber AutoMod lässt meine Nachricht auf diesem Server nicht zu, also konnten es nicht alle sehen. Verloren ist nichts. Bitte einen Admin des Servers um eine Ausnahme für mich (Servereinstellungen, dann Sicherheits-Setup, dann AutoMod); tippe dann dort /brett.
not-shown = In deiner Partie in {$channel} ist etwas passiert, aber Discord hat es mich dort nicht zeigen lassen. Verloren ist nichts: Tippe dort /brett, um die Partie zu sehen.
shown-to-one = In deiner Partie in {$channel} ist etwas passiert, aber meine Antworten dort sieht nur, wer mich gerade benutzt, darum konntest du es nicht sehen. Verloren ist nichts. Spielt dort weiter, wo ich Mitglied des Servers bin, oder in einer Direktnachricht{ $invitation ->
    [none] .
   *[other] ; oder bittet einen Admin des Servers, mich hinzuzufügen: { $invitation }
}
only-you = Meine Antworten hier siehst nur du; die anderen haben das also nicht gesehen. Verloren ist nichts. { $why ->
    [apps] Dieser Server verbirgt, was Apps sagen, die hier nicht Mitglied sind: Die Berechtigung „Externe Apps verwenden“ fehlt. Bitte einen Admin, sie dir zu geben
   *[other] AutoMod auf diesem Server, oder die fehlende Berechtigung „Externe Apps verwenden“, verbirgt es. Bitte einen Admin, es zu erlauben
}{ $invitation ->
    [none] .
   *[other] , oder mich zum Server hinzuzufügen: { $invitation }
} Oder spielt, wo es alle sehen: auf einem Server, auf dem ich Mitglied bin, oder in einer Direktnachricht.
role-called = Du hast meine Rolle erwähnt, und solche Nachrichten lässt Discord mich nicht lesen. Nimm in der Liste hinter dem @ den Eintrag { $bot } mit dem Zeichen APP; oder benutze einen Befehl, zum Beispiel /ziehen.
edit-ignored = Diese Nachricht zu bearbeiten ändert nichts: Was darin stand, habe ich schon getan, oder sie ist zu alt. Schreib bitte eine neue Nachricht.
clocks-stand = Die Uhren stehen still.
thread-opening = Ich öffne einen Thread für eine Partie: { $title } …
left-asleep = Der Thread {$channel} wird immer wieder archiviert, darum lasse ich ihn für heute, wie er ist. Die Partie dort geht weiter: Wer in den Thread schreibt, öffnet ihn wieder.
thread-archived = Ist dieser Thread archiviert, wenn du wiederkommst, dann schreib irgendetwas hier hinein; das öffnet ihn wieder.
not-allowed = { $thread ->
    [yes] In diesem Thread
   *[no] In diesem Kanal
} { $count ->
    [one] fehlt mir die Berechtigung
   *[other] fehlen mir die Berechtigungen
} { $permissions }, darum kann ich hier nur schreiben, wenn gerade jemand einen Befehl oder Knopf benutzt. Du kannst sie mir { $thread ->
    [yes] in dem Kanal geben, zu dem der Thread gehört
   *[no] geben
}: Kanal bearbeiten, dann Berechtigungen, dann { $bot }. Oder für den ganzen Server: Servereinstellungen, dann Rollen, dann { $bot }.
list-and = { $first } und { $last }

# Berechtigungen, wie sie in den Einstellungen von Discord heißen.
permission-view-channel = „Kanal ansehen“
permission-send-messages = „Nachrichten senden“
permission-send-messages-in-threads = „Nachrichten in Threads senden“
permission-create-public-threads = „Öffentliche Threads erstellen“
permission-embed-links = „Links einbetten“
permission-attach-files = „Dateien anhängen“
permission-connect = „Verbinden“
permission-read-message-history = „Nachrichtenverlauf anzeigen“

# Was ein Selbsttest findet; davor steht jeweils, wie es darum steht: OK, Fehlt, Geht nicht, Hinweis.
check-member = Ich bin Mitglied dieses Servers.
check-guest = Ich bin kein Mitglied dieses Servers; ich bin nur über das Konto der Person hier, die mich benutzt. Darum kann ich nur schreiben, wenn gerade jemand einen Befehl oder Knopf benutzt. Ein Admin des Servers kann mich hinzufügen: { $invitation }
check-guest-between = Ich gehöre nicht zu diesem Chat; ich bin nur über das Konto der Person hier, die mich benutzt. Darum kann ich nur schreiben, wenn gerade jemand einen Befehl oder Knopf benutzt.
check-direct = Das ist unser eigener Chat; hier muss niemand etwas erlauben.
check-needed = { $permission }. Sonst kann ich hier nur schreiben, wenn gerade jemand einen Befehl oder Knopf benutzt. Ein Admin, oder wer hier Rollen verwaltet, kann das erlauben: Kanal bearbeiten, dann Berechtigungen, dann { $bot }.
check-threads = { $permission } ist nicht erlaubt. Partien können deshalb keinen eigenen Thread haben. Ein Admin, oder wer hier Rollen verwaltet, kann das erlauben: Kanal bearbeiten, dann Berechtigungen, dann { $bot }.
check-embeds = { $permission } ist nicht erlaubt. Lange Texte hänge ich deshalb als Datei an. Ein Admin, oder wer hier Rollen verwaltet, kann das erlauben: Kanal bearbeiten, dann Berechtigungen, dann { $bot }.
check-replies = { $permission } ist nicht erlaubt. Ich kann deshalb nicht auf Nachrichten antworten. Ein Admin, oder wer hier Rollen verwaltet, kann das erlauben: Kanal bearbeiten, dann Berechtigungen, dann { $bot }.
check-connected = Ich bin mit Discord verbunden.
check-latency = Ich bin mit Discord verbunden; die Antwort braucht { $millis ->
    [one] 1 Millisekunde
   *[other] { $millis } Millisekunden
}.
check-some-connected = Nur { $up } meiner { $all } Verbindungen zu Discord stehen; ich versuche es weiter. Wenn das so bleibt, gib bitte der Person Bescheid, die diesen Bot betreibt; der Grund steht in meinem Log.
check-called = Discord ruft mich über HTTP auf.
check-strained = Discord hat innerhalb von zehn Minuten { $refused } meiner Anfragen abgelehnt; bei { $most } würde es mich aussperren. Bis es weniger ablehnt, stelle ich weniger Anfragen, darum dauert manches länger. Gib bitte der Person Bescheid, die diesen Bot betreibt; der Grund steht in meinem Log.
check-hears-all = Ich lese hier jede Nachricht, also genügt der Zug allein, zum Beispiel Sf3.
check-hears-mentions = Ich lese Nachrichten, die mich erwähnen, Antworten an mich und Direktnachrichten: @{ $bot } Sf3 ist ein Zug.
check-hears-less = Ich lese Nachrichten, die mich erwähnen, Antworten an mich und Direktnachrichten, aber keine bloßen Züge: Discord lässt mich nicht alle Nachrichten lesen. Gib bitte der Person Bescheid, die diesen Bot betreibt: „Message Content Intent“ muss im Developer Portal von Discord eingeschaltet werden (die Anwendung, Bot), dann muss ich neu gestartet werden.
check-hears-none = Ich lese hier keine Nachrichten; nimm für alles Befehle, Knöpfe und Menüs.
check-registered = Meine Befehle sind bei Discord registriert.
check-registering = Meine Befehle sind bei Discord noch nicht registriert; ich versuche es weiter. Wenn das so bleibt, gib bitte der Person Bescheid, die diesen Bot betreibt; der Grund steht in meinem Log.
check-registered-later = Meine Befehle sind nicht auf dem neuesten Stand: Discord nimmt heute keine neuen an. Ich versuche es jede Stunde wieder.
check-uninvited = Meine Befehle sind bei Discord registriert, nur in { $count ->
    [one] einem der eingestellten Server
   *[other] { $count } der eingestellten Server
} nicht, weil mich dort noch niemand hinzugefügt hat. Sie folgen, sobald das jemand tut.
check-not-registered = Discord nimmt meine Befehle nicht an. Gib bitte der Person Bescheid, die diesen Bot betreibt; der Grund steht in meinem Log.
check-failing = { $attempts ->
    [one] Ein Versuch
   *[other] { $attempts } Versuche
}, hier etwas zu zeigen, { $attempts ->
    [one] ist
   *[other] sind
} gescheitert, der erste vor { $minutes ->
    [0] weniger als einer Minute
    [one] einer Minute
   *[other] { $minutes } Minuten
}. Ich versuche es weiter. Der letzte Grund: { $reason }
welcome = Danke, dass ich in { $server } sein darf. Ich bin dort Schiedsrichter für Schachpartien, über Stunden oder Tage.
    - /spielen @jemand beginnt eine Schachpartie; /hilfe zeigt alles andere.
    - /einstellungen server, dort von der Moderation benutzt, wählt das übliche Spiel und die Bedenkzeit, Kanäle, Threads und die Sicht auf die Bretter.
    - /hilfe selbsttest, in einem Kanal benutzt, sagt, was mir dort nicht erlaubt ist.
menu-challenge = Herausfordern
menu-make-move = Diesen Zug machen
wordless = In dieser Nachricht stehen keine Worte, also auch kein Zug. Nimm das bei einer Nachricht wie e4 oder Sf3.
type-move = Zug eintippen
type-move-label = Dein Zug
type-move-examples = e4, Sf3, Springer f3, O-O
large-file = Diese Aufzeichnung ist größer als die Dateien, die Discord annimmt. Als PGN ist sie kürzer: /export pgn. Die Person, die diesen Bot betreibt, bekommt sie mit „adoube store export“ ganz.
