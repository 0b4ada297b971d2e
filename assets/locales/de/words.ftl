# Wörter in getippten Zügen, durch Komma getrennt. Figurenbuchstaben nur, wo sie von den Kürzeln abweichen.

# Wie die Sprache bei denen heißt, die sie sprechen.
language-name = Deutsch
    .words = german, deutsch

words-takes = schlägt, nimmt
words-converts = bekehrt, dreht um
words-to = nach, von, auf, bis
words-castle = rochade, rochiert, rochiere, rochieren, ich rochiere
words-castle-kingside = kurze rochade, kleine rochade, rochade kurz, rochiere kurz, rochiert kurz, ich rochiere kurz, rochieren kurz, kurz rochieren, kurz rochiert, rochade königsflügel, rochade am königsflügel, rochade königsseite
words-castle-queenside = lange rochade, große rochade, rochade lang, rochiere lang, rochiert lang, ich rochiere lang, rochieren lang, lang rochieren, lang rochiert, rochade damenflügel, rochade am damenflügel, rochade damenseite
words-promotes = wird zu, wird, umwandlung in
words-en-passant = en passant, e.p., im vorübergehen, im vorbeigehen
words-check = schach, matt, schachmatt
# Was man vor einen Zug schreibt: „ich spiele e4“.
words-before-move = ich spiele, ich ziehe, mein zug, mein zug ist, mein zug:, spiele, ziehe
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

# Wörter, die nur zu einem Gegner oder zu einer Angabe führen: „spielen gegen Bob als Weiß“.
words-between = gegen, mit, als, auf, im, in, zu, um, an, vs, eine, ein, einen, die, der, das, den, partie, partien, spiel, runde, bitte, gegner, gegnerin, stufe, figuren, extra, und, will, möchte, spielen, spiele
# Wörter, die man als Befehle probiert und die keine vertippten sind.
words-no-typos = laden, lade, importieren, einfügen, hochladen, stellung, position, speichern, vorauszug, chat, freund, zuschauen
# Wörter für das, was es nicht gibt.
words-missing-ratings = gewertet, ungewertet, gewertete, ungewertete, wertung, wertungszahl, elo, dwz, rangliste, bestenliste, freundschaftsspiel, freundschaftspartie
words-missing-puzzles = rätsel, aufgabe, aufgaben, taktik, lektion, lektionen, training, studie
words-missing-tournaments = turnier, turniere, arena, mannschaft, team, teams, simultan, liga

words-time = minute, minuten, min, sekunde, sekunden, sek, stunde, stunden, std, tag, tage, tagen, woche, wochen, uhr, uhren, schachuhr, zeit, bedenkzeit, inkrement, blitz, bullet, schnellschach, blitzschach, turbo, turboschach, fernschach
words-time-units = m, s, h, t, w

# Figuren des Märchenschachs, wie die hier keine zieht.
words-other-pieces = Einhorn, Heuschrecke, Lokust, Mao, Moa, Rose, Lanze, Adler, Spatz, Silbergeneral, Goldgeneral, Equihopper, Turmhüpfer, Läuferhüpfer, Elch, Berolinabauer, Falke, Jäger, Antilope, Flamingo, Ibis, Dreispringer, Fünfspringer, Rabe, Kalif, Sirene, Triton, Nereide, Schlange, Schiff, Kamelreiter, Zebrareiter, Waise, Freund
