# Words in typed moves, comma-separated. Letters of pieces only where they differ from the codes.

# What its speakers call this language.
language-name = English
    .words = english, englisch

words-takes = takes, captures, x
words-converts = converts
words-to = to, from, on, at
words-castle = castle, castles, castling, I castle
words-castle-kingside = castle kingside, castles kingside, castling kingside, I castle kingside, kingside castle, kingside castles, kingside castling, castle on the kingside, castle short, castles short, castling short, I castle short, short castle, short castles, short castling, castle king
words-castle-queenside = castle queenside, castles queenside, castling queenside, I castle queenside, queenside castle, queenside castles, queenside castling, castle on the queenside, castle long, castles long, castling long, I castle long, long castle, long castles, long castling, castle queen
words-promotes = promotes to, promote to, becomes
words-en-passant = en passant, e.p.
words-check = check, checkmate, mate
# What people put before a move: "I play e4".
words-before-move = I play, I'll play, I move, I go, my move, my move is, my move:, play
words-drop = drop, drops, and drop, then drop, put, and put
words-pass = pass, and pass, then pass, no drop, drop nothing

# Words of everyday talk. Whoever holds hidden cards is heard saying these: all that are shorter than three letters or have
# no vowel, and those that look like a mistyped piece, "drop" or "pass" (the words of those phrases that are everyday words,
# too).
words-talk = a, i, ah, am, an, as, at, be, by, do, eh, em, er, gg, gl, go, ha, he, hf, hi, hm, id, if, im, in, is, it, la, me, mm, mr, ms, my, no, np, of, oh, ok, on, or, oi, oo, op, ow, pc, so, tv, to, ty, uh, um, up, us, vs, we, wp, ya, ye, yo, xx, xo, dr, mrs, brb, btw, hmm, hmmm, thx, tnx, pls, plz, tbh, psst, pfff, grr, brr, zzz, shh, nvm, wtf, lmk, why, fly, try, and, then, nothing, e.g, i.e, p.s, o.k, game, games, name, names, same, came, come, dome, damn, lame, fame, tame, dam, date, dare, dale, dime, dane, book, look, took, cook, hook, rock, room, root, roof, nook, kind, ring, sing, wing, ping, kin, ink, wink, kong, paw, pan, dawn, lawn, yawn, own, crop, prop, drip, dropbox, past, pas, ass, mass, bass, lass, pasta, password, passion, passport, passage, passenger, turn, term, turf, turk, night, nights, queer, sets, sits, dauer, sauer, tower, later, crook, brook

# Games that are not played here, and words of a clock; units are those of a number right before them ("10m").
words-other-games = Atomic, Crazyhouse, Zh, Bughouse, Antichess, Suicide, Losing, Giveaway, Horde, King of the Hill, KOTH, Three-check, 3-check, Racing Kings, Four-player, 4-player, Fog of War, Dark, Duck, Shogi, Xiangqi, Janggi, Makruk, Chaturanga, Seirawan, Gothic, Capablanca, Placement, Progressive, Torpedo, Spell, Hexagonal, Fairy, Checkers, Draughts
# Units of times that people type (“3d”, “10 minutes”); the first of each is shown. And how to say that there is no limit.
words-minutes = m, min, mins, minute, minutes
words-hours = h, hr, hrs, hour, hours
words-days = d, day, days
words-weeks = w, wk, week, weeks
words-no-limit = none, no, off, unlimited

# Days from Monday on, and months, as dates say them.
words-weekdays = Mon, Tue, Wed, Thu, Fri, Sat, Sun
words-months = Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec

# Words that only lead to an opponent or to a term: "play against Bob as White".
words-between = against, vs, versus, with, to, as, at, on, in, for, of, a, an, the, game, games, match, round, my, please, opponent, level, pieces, extra, and, let's, us, want, playing, play
# Words that people try as commands and that are no mistyped ones.
words-no-typos = load, import, paste, upload, fen, pgn, position, save, premove, flag, chat, mute, block, friend, spectate
# Words for what there is not.
words-missing-ratings = rated, unrated, ranked, unranked, casual, friendly, rating, ratings, elo, ranking, rankings, leaderboard, ladder
words-missing-puzzles = puzzle, puzzles, tactics, lesson, lessons, training, study
words-missing-tournaments = tournament, tournaments, arena, swiss, team, teams, simul, league

words-time = minute, minutes, min, mins, second, seconds, sec, secs, hour, hours, hrs, day, days, week, weeks, clock, clocks, time, timed, timer, increment, blitz, bullet, hyperbullet, rapid, correspondence
words-time-units = m, s, h, d, w, hr

# What stands between the moves of a plan: "if Nf6 then Bb5".
words-plan = if, then, when, and

# Pieces of fairy chess that none of the pieces here moves like.
words-other-pieces = Unicorn, Locust, Mao, Moa, Rose, Lance, Silver General, Gold General, Silver, Gold, Equihopper, Nonstop Equihopper, Rookhopper, Bishopper, Moose, Eagle, Sparrow, Hamster, Sergeant, Soldier, Advisor, Berolina Pawn, Berolina, Falcon, Hunter, Antelope, Flamingo, Ibis, Trebuchet, Tripper, Threeleaper, Fiveleaper, Raven, Banshee, Caliph, Siren, Triton, Nereid, Snake, Ship, Camelrider, Zebrarider, Alfilrider, Orphan, Friend
