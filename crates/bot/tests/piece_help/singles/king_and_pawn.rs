//! Sentences of the help about King and Pawn of every game, and about other chess pieces beside
//! their moves, each with positions that show it.

use super::{Shown, Single};

#[rustfmt::skip]
pub const SINGLES: &[Single] = &[
    Single {
        kind: "king",
        english: "Moves one square in any direction, but never to where it could be captured",
        german: "Zieht ein Feld in jede Richtung, aber nie dorthin, wo er geschlagen werden könnte",
        shown: &[
            Shown("Ke5 kj10 rd1 | w | e5e6 is legal; e5f6 is legal; e5f5 is legal; e5f4 is legal; e5e4 is legal; e5d5 is illegal; e5g5 is illegal"),
        ],
    },
    Single {
        kind: "king",
        english: "Captures the same way",
        german: "Schlägt, wie er zieht",
        shown: &[
            Shown("Ke5 kj10 nf6 | w | e5f6 takes f6"),
            Shown("Ke5 kj10 nf6 rf10 | w | e5f6 is illegal"),
        ],
    },
    Single {
        kind: "king",
        english: "If it is attacked (check) and nothing can stop that, it is checkmate and the game is lost",
        german: "Ist er angegriffen (Schach) und lässt sich das nicht abwehren, ist er matt und die Partie verloren",
        shown: &[
            Shown("Ka1 kj10 rh1 rg2 | w | checkmate"),
            Shown("Ka1 kj10 rh1 | w | check"),
        ],
    },
    Single {
        kind: "king",
        english: "It castles with a Rook only in chess and Chess960",
        german: "Die Rochade mit einem Turm gibt es nur im Schach und im Chess960",
        shown: &[
            Shown("chess: Ke1 Rh1 ke8 | w castle=K | e1g1 is legal"),
            Shown("chess960: Ke1 Rg1 ke8 | w castle=G | e1g1 is legal"),
            Shown("Ke1 Rh1 kj10 | w | e1g1 is illegal"),
        ],
    },
    Single {
        kind: "king",
        english: "In Schachen it may step backwards only to capture",
        german: "Im Schachen darf er nur rückwärts ziehen, wenn er dabei schlägt",
        shown: &[
            Shown("schachen: Kn3,Pm3/Kn9,Pn8 | w | n3n4 is legal; n3n2 is illegal"),
            Shown("schachen: Kn3,Pm3/Kn9,Pn2 | w | n3n2 takes n2"),
            Shown("chess: Ke4 kh8 | w | e4e3 is legal"),
        ],
    },
    Single {
        kind: "pawn",
        english: "Moves one square straight forward to an empty square; from the rank where its owner's Pawns start also two, if both squares are empty",
        german: "Zieht ein Feld geradeaus vorwärts auf ein leeres Feld; von der Ausgangsreihe der eigenen Bauern auch zwei, wenn beide Felder leer sind",
        shown: &[
            Shown("Ka1 kj10 Pe5 | w | e5e6 is legal; e5e7 is illegal; e5e4 is illegal"),
            Shown("Ka1 kj10 Pe3 | w | e3e4 is legal; e3e5 is legal; e3e6 is illegal"),
            Shown("Ka1 kj10 Pe3 ne5 | w | e3e4 is legal; e3e5 is illegal"),
            Shown("Ka1 kj10 Pe3 ne4 | w | e3e4 is illegal; e3e5 is illegal"),
            Shown("Ka1 kj10 pe8 | b | e8e6 is legal; e8e9 is illegal"),
            Shown("chess: Ka1 kh8 Pe2 | w | e2e4 is legal"),
        ],
    },
    Single {
        kind: "pawn",
        english: "Captures one square diagonally forward",
        german: "Schlägt ein Feld diagonal vorwärts",
        shown: &[
            Shown("Ka1 kj10 Pe5 nf6 nd4 ne6 | w | e5f6 takes f6; e5d4 is illegal; e5e6 is illegal; e5d6 is illegal"),
        ],
    },
    Single {
        kind: "pawn",
        english: "An enemy Pawn that has just moved two squares can be captured as if it had moved only one (en passant), but only on the very next move",
        german: "Ein gegnerischer Bauer, der gerade zwei Felder gezogen ist, kann im direkt folgenden Zug geschlagen werden, als wäre er nur eines gezogen (en passant)",
        shown: &[
            Shown("Ka1 kj10 Pe6 pd6 | w ep=d7 | e6d7 takes d6"),
            Shown("Ka1 kj10 Pe6 pd8 Rh1 | b after=d8d6 | e6d7 takes d6"),
            Shown("Ka1 kj10 Pe6 pd8 Rh1 | b after=d8d6,h1h2,j10i10 | e6d7 is illegal"),
        ],
    },
    Single {
        kind: "pawn",
        english: "On the last rank a Pawn must become another piece (promotion)",
        german: "Auf der letzten Reihe muss sich ein Bauer in eine andere Figur umwandeln",
        shown: &[
            Shown("chess: Ka1 kh1 Pe7 | w | e7e8=Q is legal; e7e8 is illegal"),
            Shown("Ka1 kj1 Pe9 | w promo:all | e9e10=AM is legal; e9e10 is illegal"),
        ],
    },
    Single {
        kind: "pawn",
        english: "In Grand Chess it may also promote on the two ranks before; it cannot enter the last one while there is nothing to promote to",
        german: "Im Grand Chess darf er das auch auf den zwei Reihen davor; die letzte kann er nicht betreten, solange keine Figur zur Wahl steht",
        shown: &[
            Shown("Ka1 kj1 Pe7 Pf8 Pg6 | w promo:all | e7e8=Q is legal; e7e8 is legal; f8f9=Q is legal; f8f9 is legal; g6g7=Q is illegal"),
            Shown("Ka1 kj1 Pe9 | w | e9 is stuck"),
            Shown("Ka1 kj1 Pe9 | w pool:Q | e9e10=Q is legal"),
        ],
    },
    Single {
        kind: "pawn",
        english: "In Schachen there is no double step and no en passant; there it may promote when it moves onto the rank of the enemy King",
        german: "Im Schachen gibt es weder Doppelschritt noch en passant; dort darf er sich umwandeln, wenn er auf die Reihe des gegnerischen Königs zieht",
        shown: &[
            Shown("schachen: Kn1,Pm2,Pn3/Kn9,Pn6 | w | m2m3 is legal; m2m4 is illegal"),
            Shown("schachen: Kn1,Pm8,Pn8/Kp9,Pp8 | w taken:Q/- | m8m9=Q is legal; m8m9 is legal"),
            Shown("schachen: Kn1,Pm7,Pn7/Kp9,Pp8 | w taken:Q/- | m7m8=Q is illegal; m7m8 is legal"),
        ],
    },
    Single {
        kind: "rook",
        english: "In chess and Chess960 it also takes part in castling",
        german: "Im Schach und im Chess960 nimmt er auch an der Rochade teil",
        shown: &[
            Shown("chess: Ke1 Rh1 ke8 | w castle=K | e1g1 is legal"),
            Shown("chess960: Ke1 Rg1 ke8 | w castle=G | e1g1 is legal"),
            Shown("Ke1 Rh1 kj10 | w | e1g1 is illegal"),
        ],
    },
    Single {
        kind: "bishop",
        english: "It always stays on squares of one colour",
        german: "Er bleibt immer auf Feldern einer Farbe",
        shown: &[
            Shown("Ka1 kj1 Be5 | w | e5f6 is legal; e5e6 is illegal; e5f7 is illegal"),
        ],
    },
];
