# Wörter in getippten Zügen, durch Komma getrennt. Figurenbuchstaben nur, wo sie von den Kürzeln abweichen.

# Wie die Sprache bei denen heißt, die sie sprechen.
language-name = Deutsch
    .words = german, deutsch

words-takes = schlägt, nimmt
words-converts = bekehrt, dreht um
words-to = nach, von, auf, bis
words-castle = rochade, rochiert
words-castle-kingside = kurze rochade, kleine rochade, rochade kurz
words-castle-queenside = lange rochade, große rochade, rochade lang
words-promotes = wird zu, wird, umwandlung in
words-en-passant = en passant, e.p., im vorübergehen, im vorbeigehen
words-check = schach, matt, schachmatt
words-drop = setze, setzt, setz, setze ein, und setze, dann setze, einsetzen, ein
words-pass = passe, passt, und passe, dann passe, passen, pass, ohne karte, setze nichts

# Was zwischen den Zügen eines Plans steht: „wenn Sf6 dann Lb5“.
words-plan = wenn, dann, falls, so, und

letter-queen = D
letter-rook = T
letter-bishop = L
letter-knight = S
letter-pawn = B

# Wörter aus alltäglicher Rede. Wer verdeckte Karten hat, den hören alle sie sagen: alle, die kürzer als drei Buchstaben
# sind oder keinen Vokal haben, und die wie eine vertippte Figur, „setze“ oder „passe“ aussehen (auch Wörter aus solchen
# Wendungen, die alltägliche Wörter sind).
words-talk = ab, ah, am, an, da, du, eh, ei, er, es, gn, ha, he, hm, ih, im, in, ja, je, lg, mfg, mh, mhm, mmh, na, ne, nö, ob, oh, ok, so, tu, um, uh, wo, wc, xd, zu, bzw, vlt, hmm, psst, pff, pfff, brr, grr, und, dann, ohne, karte, ein, nichts, z.b, d.h, u.a, o.k, damit, dass, das, was, fass, hass, nass, lass, ass, paar, past, passiert, passieren, passend, passwort, passage, passiv, passion, ding, dinge, ging, fing, hing, ring, kind, jung, sing, turn, term, sturm, wurm, arm, honig, wenig, könnte, jetzt, letzt, sitzt, netzt, hetzt, sätze, satz, sitz, sitze, netz, netze, hetze, jetz, hasst, lasst, fasst, fast, lasse, tasse, masse, rasse, kasse, hasse, fasse, nasse, dauer, sauer, mauer, lauer, bauen, baue, laufen, laufe, lauter, kaufen, name, same, dem, den, rom, rot, rock, kok, nacht, knick, einsatz, lauft, läuft

# Spiele, die hier nicht gespielt werden, und Wörter von der Uhr; Einheiten sind sie gleich hinter einer Zahl („10m“).
words-other-games = Atomschach, Atom, Tandem, Räuberschach, Raeuberschach, Räuber, Fressschach, Schlagschach, Einsetzschach, König des Hügels, Koenig des Huegels, Dreifachschach, Vierschach, Vier-Spieler, 4-Spieler, Würfelschach, Wuerfelschach, Progressivschach, Dunkelschach, Hexagonalschach, Märchenschach, Maerchenschach, Mühle
# Einheiten von Zeiten, wie man sie tippt („3t“, „10 Minuten“); die erste wird gezeigt. Und wie man sagt, dass es keine Grenze
# gibt.
words-minutes = m, min, minute, minuten
words-hours = h, std, stunde, stunden
words-days = t, tag, tage, tagen
words-weeks = w, woche, wochen
words-no-limit = keine, kein, nein, aus, unbegrenzt, ohne

# Tage ab Montag und Monate, wie sie im Datum stehen.
words-weekdays = Mo., Di., Mi., Do., Fr., Sa., So.
words-months = Januar, Februar, März, April, Mai, Juni, Juli, August, September, Oktober, November, Dezember

words-time = minute, minuten, min, sekunde, sekunden, sek, stunde, stunden, std, tag, tage, tagen, woche, wochen, uhr, uhren, schachuhr, zeit, bedenkzeit, inkrement, blitz, bullet, schnellschach, blitzschach, turbo, turboschach, fernschach
words-time-units = m, s, h, t, w
