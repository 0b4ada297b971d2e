### Die Wörter der Seite des Web-Chats. Was der Bot sagt, steht in den Dateien daneben.

## Seite
# Wo Zeilen beginnen: ltr links, rtl rechts.
direction = ltr
description = Ungewöhnliches Schach mit anderen, direkt im Browser.
needs-scripts = Dieser Chat braucht JavaScript. Bitte schalte es für diese Seite ein und lade sie neu.
skip-to-composer = Zum Nachrichtenfeld springen
open-sidebar = Kanäle und Personen
sidebar-label = Kanäle und Personen
channels-title = Kanäle
people-title = Jetzt hier
people-hint = Wähle einen Namen, um herauszufordern.
log-label = Nachrichten
show-older = Ältere Nachrichten zeigen
jump-to-newest = Neue Nachrichten
close = Schließen
save = Speichern
cancel = Abbrechen

## Schreiben
composer-label = Nachricht oder Befehl
composer-hint = Tippe / für Befehle oder deinen Zug, etwa e4.
composer-placeholder = Nachricht oder /Befehl
suggestions-label = Vorschläge
suggestions-count = Vorschläge: { $count }. Mit den Pfeiltasten wählen, mit Tab übernehmen.
list-commands = Befehle zeigen
send = Senden
pending = Noch nicht gesendet

## Nachrichten
only-you = Nur für dich sichtbar
bot-badge = Bot
you = du
enlarge = Bild vergrößern
viewer-label = Vergrößertes Bild
replay-play = Abspielen
replay-stop = Anhalten
picture-failed = Das Bild wurde nicht geladen.
try-again = Noch einmal versuchen
choose = Wählen
choose-from = Wählen: { $menu }
copy = Kopieren
copied = Kopiert
download = { $name } herunterladen
nobody-yet = Bisher bist nur du hier.
people-more = und noch { $count }
challenge = Herausfordern

## Verbindung
connected = Verbunden
connecting = Verbindung wird aufgebaut …
reconnecting = Verbindung verloren. Sie wird wiederhergestellt …
offline = Du bist offline. Deine Nachrichten warten, bis die Verbindung wieder da ist.
postponed = Gerade ist sehr viel los. Was du geschrieben oder gedrückt hast, wird gleich von selbst noch einmal gesendet.
read-only = { -nothing-saved } Was du schreibst oder anklickst, wartet hier und wird gesendet, sobald diese Zeile weg ist.

## Erster Besuch
welcome-title = Willkommen bei adoube
welcome-text = Spiel Schach, Chess960, Grand Chess oder Schachen mit allen in diesem Chat. Welchen Namen sollen die anderen sehen?
welcome-enter = Zum Chat
second-seat = Das ist ein weiterer Tab: Hier kannst du als zweite Person spielen, auch gegen dich selbst.
same-person = Hier { $name } bleiben
name-label = Dein Name
name-hint = 1 bis 24 Buchstaben, Ziffern oder - _ . ohne Leerzeichen.
language-label = Sprache
start-heading = Willkommen, { $name }!
start-play = „Partie anbieten“ fragt, gegen wen, was und nach welchen Regeln du spielen möchtest. Oder tippe { $play }.
start-setup = Grand Chess mit zusätzlichen Figuren, ausgelost oder von euch gewählt: { $setup }.
start-move = In der Partie tippst du deinen Zug, etwa e4 oder Sf3, oder nutzt die Knöpfe unter dem Brett.
start-alone = Allein? „Gegen den Computer“ beginnt sofort eine Partie Schach.
start-play-button = Partie anbieten
start-computer-button = Gegen den Computer
start-help-button = Alle Befehle zeigen
greet-playing = Hier wird gerade gespielt: Du kannst zusehen und mitreden.
greet-people = Wer hier ist, steht in der Liste: Wähle einen Namen, um diese Person herauszufordern.
greet-follow = Sag mir, wenn die Partie zu Ende ist

## Eine Partie anbieten
start-who = Gegen wen möchtest du spielen?
start-anybody = Alle hier
start-person = Eine bestimmte Person
start-opponent-label = Name der Person
start-opponent-hint = Wähle jemanden, der gerade hier ist, oder tippe einen Namen.
start-opponent-missing = Bitte wähle oder tippe einen Namen.
start-link = Wer meinen Link öffnet
start-link-hint = Du bekommst einen Link, den du verschicken kannst. Ihr spielt in einem eigenen Raum, den sonst niemand sieht.
start-setup-game = Grand Chess mit zusätzlichen Figuren
start-setup-hint = Danach wählst du die zusätzlichen Figuren oder lässt sie auslosen und bietest dann die Partie an.
start-send = Herausfordern
start-computer = Der Computer
start-level = Wie stark?
start-send-computer = Spielen
level-1 = 1 – kennt gerade erst die Regeln
level-2 = 2 – fängt an
level-3 = 3 – spielt seit einer Weile
level-4 = 4 – spielt ab und zu
level-5 = 5 – spielt regelmäßig
level-6 = 6 – spielt gut
level-7 = 7 – spielt gut im Verein
level-8 = 8 – spielt stark im Verein
level-9 = 9 – sehr stark
level-10 = 10 – so gut er kann

## Einladungen
invite-by-link = Mit Link einladen
invite-title = Mit Link einladen
invite-text = Schick diesen Link der Person, mit der du spielen möchtest. Wer ihn zuerst öffnet, spielt gegen dich; er gilt einmal und nur, solange deine Herausforderung offen ist.
invite-waiting = Wir warten auf dein Gegenüber … Die Partie beginnt, sobald jemand den Link öffnet.
invite-address = Link zum Einladen
copy-link = Link kopieren
share = Teilen
invited-title = Einladung
invited-next = Bitte um eine neue Einladung, oder biete selbst eine Partie an.

## Einstellungen
settings-title = Einstellungen
theme-label = Brett-Aussehen
theme-wood = Holz
theme-slate = Schiefer
theme-contrast = Hoher Kontrast
theme-print = Zum Ausdrucken
letters-label = Figurenbuchstaben
letters-own = Die meiner Sprache
letters-english = Englische (N für den Springer)
letters-fairy-stockfish = Wie Fairy-Stockfish und PyChess (A für den Kardinal, C für den Marschall)
reminders-label = Erinnerungen, dass du am Zug bist
reminders-here = Wo die Partie ist
reminders-private = Privat
reminders-off = Keine
hints-label = Zeigen, welche Figuren ziehen können
protection-label = Urlaub nehmen, bevor die Zeit abläuft
seats-title = Wer in diesem Browser spielt
seats-text = In jedem Tab kannst du als jemand anderes spielen. Wähle, wer du in diesem Tab bist.
seat-current = { $name } (dieser Tab)
seat-use = Als { $name } spielen
new-seat = Als neue Person spielen

## Kanäle
new-channel = Neuer Kanal
channel-name-label = Name des Kanals
channel-name-hint = a bis z, 0 bis 9 und -, höchstens 32 Zeichen.
create-channel = Kanal anlegen
channel-private-label = Nur für Leute, die ich einlade
channel-private-hint = Niemand sonst findet diesen Raum, sieht, was darin geschieht, oder kommt hinein.

## Räume
room-private = nur für Eingeladene
room-over = zu Ende
room-opened = { $name }: Diese Partie hat einen eigenen Raum.
room-go = Zur Partie
room-yours = Deine Partie hat begonnen: { $name }
room-solo = { $name } – Computer
room-waiting = { $name } – Einladung offen
room-unnamed = Eine Partie
rooms-more = Weitere Partien ({ $count })
members-open = Eingeladene
members-title = Wer hineindarf
members-link-text = Schick diesen Link den Leuten, die du hineinlassen möchtest. Er gilt, bis du einen neuen machst, oder noch eine Woche, nachdem du zuletzt hier nachgesehen hast.
members-relink = Neuer Link
members-leave = Raum verlassen
member-remove = { $name } entfernen
remove = Entfernen
channel-gone = Einen Kanal #{ $channel } gibt es hier nicht oder nicht mehr. Du bist in der Lobby.

## Das Brett
game-flip = Brett drehen
game-fold = Brett verbergen
game-unfold = Brett zeigen
game-legend = Figuren dieser Partie
board-label = Brett: { $name }. Die Pfeiltasten führen von Feld zu Feld, die Eingabetaste wählt und zieht, das Fragezeichen sagt, was für eine Figur das ist.
board-can-move = kann ziehen
board-picked = gewählt
board-target = kann hierher
board-taken-too = wird auch geschlagen
board-drop = hier lässt sich die Karte einsetzen
board-touched = berührt
board-in-check = im Schach
board-picked-told = { $name }. Mögliche Zielfelder: { $count }.
board-stuck = Diese Figur kann gerade nicht ziehen.
board-choose = Was soll daraus werden?
board-premove-where = { $name }: Wähle ein Feld; der Zug wartet, bis du am Zug bist.
board-premove = { $name } zieht nach { $square }, sobald du am Zug bist. Escape oder ein Tippen aufs Brett nimmt das zurück.
board-premove-off = Der vorgemerkte Zug ist zurückgenommen.
board-premove-gone = Der vorgemerkte Zug nach { $square } geht jetzt nicht.
board-about = Was ist das für eine Figur?
board-larger = Größere Felder
board-smaller = Kleinere Felder
about-book = Mehr im Figurenbuch
side-white = Weiß
side-black = Schwarz
seat-to-move = am Zug
seat-captured = Hat geschlagen: { $name }
clock-left = Restzeit: { $time }
clock-reserve = In Reserve: { $time }
clock-little = Die Zeit wird knapp
clock-still = Die Uhr steht still
clock-other = Zeit, wenn sie am Zug sind: { $time }
game-until = Frist:
seat-cards = Karten auf der Hand: { $count }, im Stapel: { $stack }
hand-title = Deine Karten
hand-empty = Du hast keine Karten auf der Hand.
hand-move-first = Zieh zuerst eine Figur; danach darfst du eine Karte einsetzen.
hand-nowhere = Für diese Karte gibt es gerade kein Feld.
hand-picked = { $name }: Wähle eines der markierten Felder. Felder: { $count }.
hand-pass = Passen
hand-undo = Zug zurücknehmen
touch-title = { $name } berühren?
touch-text = In dieser Partie muss eine berührte Figur ziehen, wenn sie kann. Ein Klick auf eine Figur berührt sie, und das lässt sich nicht zurücknehmen. Gefragt wirst du nur dieses eine Mal.
touch-yes = Berühren
touch-no = Noch nicht

## Die eigenen Partien, und wer am Zug ist
my-games-title = Deine Partien
your-turn = Du bist am Zug
# Wird vorgelesen, wenn sich die Zahl ändert.
turns-waiting = Partien, in denen du am Zug bist: { $count }
title-turns = Am Zug: { $count }
alerts-title = Wenn du am Zug bist oder dich jemand ruft
alert-notify = Benachrichtigung zeigen, auch wenn diese Seite im Hintergrund ist
alert-sound = Ton abspielen
alert-refused = Dein Browser erlaubt dieser Seite keine Benachrichtigungen. Erlaube sie in seinen Einstellungen für diese Seite und setze dann das Häkchen noch einmal.
alert-impossible = Dieser Browser kann hier keine Benachrichtigungen zeigen. Titel und Symbol des Tabs sagen dir trotzdem, wenn du am Zug bist.
alert-your-turn = Du bist am Zug gegen { $name }
alert-your-turn-in = Du bist am Zug gegen { $name } in { $channel }. Die Partie steht unter „Deine Partien“.
called-in = In { $channel } – { $name }

## Die Züge einer Partie, und die Seite einer Partie
moves-title = Züge
step-first = Zum Anfang
step-back = Einen Zug zurück
step-on = Einen Zug vor
step-last = Zur neuesten Stellung
game-goes-on = Die Partie läuft noch.
to-channel = Dorthin, wo sie gespielt wird
no-such-game = Eine Partie { $name } gibt es für dich nicht. Vielleicht ist der Link nicht vollständig, oder sie wird in einem privaten Raum gespielt.
no-game-answer = Die Partie ließ sich nicht holen. Vielleicht ist die Verbindung gerade unterbrochen.

## Was schiefgehen kann
error-name-empty = Bitte wähle einen Namen.
error-name-long = Dieser Name ist zu lang: höchstens 24 Zeichen.
error-name-characters = Bitte nur Buchstaben, Ziffern und - _ . verwenden und mit einem Buchstaben oder einer Ziffer beginnen.
error-name-taken = Diesen Namen oder einen, der genauso aussieht, hat hier schon jemand. Bitte wähle einen anderen.
error-name-reserved = Diesen Namen könnte man mit mir, mit der Person, die diesen Chat betreibt, oder mit einem Befehl verwechseln. Bitte wähle einen anderen.
error-channel-name = Bitte nur a bis z, 0 bis 9 und - verwenden, am Anfang und Ende ein Buchstabe oder eine Ziffer.
error-channel-taken = Einen Kanal mit diesem Namen gibt es schon.
error-channel-limit = Mehr Kanäle fasst dieser Chat nicht. Bitte nutze einen der vorhandenen.
error-channel-own-limit = Du oder jemand an deinem Anschluss hat schon so viele Kanäle angelegt, wie erlaubt sind. Nimm bitte einen davon; unbenutzte verschwinden nach 30 Tagen.
error-too-fast = Das war etwas zu schnell. Warte einen Moment und sende es noch einmal.
error-too-much = Du hast in kurzer Zeit sehr viel geschrieben. Mach ein paar Minuten Pause und sende es dann noch einmal.
error-too-long = Diese Nachricht ist zu lang: höchstens 2.000 Zeichen.
error-too-many = Du hast diesen Chat in zu vielen Tabs offen. Bitte schließe einen und lade diese Seite neu.
error-crowded = Aus deinem Netz sind gerade zu viele hier. Bitte versuche es in einer Minute noch einmal.
error-overloaded = Gerade ist sehr viel los. Bitte versuche es in ein paar Sekunden noch einmal. Deine Partien sind sicher.
error-newcomers = Gerade kommen viele Neue dazu. Bitte versuche es in einer Minute noch einmal.
error-too-many-seats = Mehr Leute fasst dieser Browser nicht. Wähle in den Einstellungen, als wer du spielst.
error-unknown-channel = Diesen Kanal gibt es nicht. Wähle einen aus der Liste.
error-rooms = Mehr Räume für Partien fasst dieser Chat nicht, oder du spielst schon in so vielen, wie erlaubt sind. Beende erst eine Partie und versuche es dann noch einmal.
error-room-full = Dieser Raum ist voll. Frag die Person, die dich eingeladen hat, ob jemand Platz machen kann.
error-not-yours = Das kann nur, wer diesen Raum angelegt hat.
error-plays = Wer in diesem Raum spielt, bleibt darin, bis die Partie zu Ende ist.
error-no-open-seat = Du hast hier keine offene Herausforderung, zu der ein Link führen könnte. Biete zuerst eine Partie an.
error-invite-unknown = Dieser Link führt nirgendwohin. Vielleicht fehlt ein Stück davon: Kopiere ihn ganz, oder bitte um einen neuen.
error-invite-over = Diese Einladung gilt nicht mehr. Bitte um eine neue, oder biete selbst eine Partie an.
error-invite-taken = Diese Einladung hat schon jemand anders benutzt. Bitte um eine neue, oder biete selbst eine Partie an.
error-invite-own = Das ist deine eigene Einladung. Schick den Link der Person, mit der du spielen möchtest: Wer ihn zuerst öffnet, spielt gegen dich.
error-computer-setup = Um mit zusätzlichen Figuren gegen den Computer zu spielen, wähle „Alle hier“ statt eines Namens: Die Aufstellung, die dann erscheint, hat einen Knopf „Gegen den Computer“.
error-no-answer = Der Chat hat nicht geantwortet. Prüfe, ob das Programm läuft, und versuche es noch einmal.
error-foreign-page = Der Server hält diese Seite für die einer anderen Website. Wer ihn betreibt, findet im Log, was einzustellen ist.
error-internal = Hier ist etwas schiefgegangen. Nichts ist verloren; bitte versuche es noch einmal.
piece-book = Figurenbuch
