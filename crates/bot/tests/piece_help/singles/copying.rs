//! Sentences of the help about Chameleon and Joker, whose moves are those of other pieces, each
//! with positions that show it.

use super::{Shown, Single};

#[rustfmt::skip]
pub const SINGLES: &[Single] = &[
    Single {
        kind: "chameleon",
        english: "Moves like a Queen, but only to an empty square",
        german: "Zieht wie eine Dame, aber nur auf ein leeres Feld",
        shown: &[
            Shown("Ka1 kj10 CMe5 Pe8 | w | e5e7 is legal; e5e8 is illegal; e5h8 is legal; e5f7 is illegal"),
        ],
    },
    Single {
        kind: "chameleon",
        english: "It captures each enemy piece the way that piece captures: a Rook with a Rook's move, a Knight with a Knight's leap, a King with one step, a Diplomat by converting it",
        german: "Es schlägt jede gegnerische Figur so, wie diese schlägt: einen Turm mit einem Turmzug, einen Springer mit einem Springersprung, einen König mit einem Schritt, einen Diplomaten durch Umdrehen",
        shown: &[
            Shown("Ka1 kj10 CMe5 re8 rg7 | w | e5e8 takes e8; e5g7 is illegal"),
            Shown("Ka1 kj10 CMe5 nf7 | w | e5f7 takes f7"),
            Shown("Ka1 ke6 CMe5 | b | check"),
            Shown("Ka1 ke7 CMe5 | b | no check"),
            Shown("Ka1 kj10 CMe5 dif6 | w | e5f6 converts f6"),
        ],
    },
    Single {
        kind: "chameleon",
        english: "On its way to an empty square it takes all pieces that themselves capture by such a move: an Advancer ahead, a Withdrawer behind, Coordinators, a Pawn en passant",
        german: "Zieht es auf ein leeres Feld, schlägt es dabei alle Figuren, die selbst mit so einem Zug schlagen: einen Vorreiter vor sich, einen Rückzieher hinter sich, Koordinatoren, einen Bauern en passant",
        shown: &[
            Shown("Ka1 kj10 CMe5 ade8 | w | e5e7 takes e8; e5e6 takes nothing"),
            Shown("Ka1 kj10 CMe5 wie4 | w | e5e7 takes e4; e5f6 takes nothing"),
            Shown("Ka1 kj10 CMe5 coa7 coe1 | w | e5e7 takes a7 e1"),
            Shown("Ka1 kj10 CMe6 pd6 | w ep=d7 | e6d7 takes d6"),
        ],
    },
    Single {
        kind: "chameleon",
        english: "This is compulsory and can take five at once",
        german: "Das ist Pflicht und kann fünf auf einmal treffen",
        shown: &[
            Shown("Ka3 kj10 CMe6 pd6 wif5 adc8 coa7 cod3 | w ep=d7 | e6d7 takes d6 f5 c8 a7 d3"),
        ],
    },
    Single {
        kind: "chameleon",
        english: "It may leap like a Knight to an empty square only if that hits an Archer one more such leap beyond",
        german: "Wie ein Springer auf ein leeres Feld springen darf es nur, wenn es damit einen Bogenschützen trifft, der noch einen solchen Sprung weiter steht",
        shown: &[
            Shown("Ka1 kj10 CMe5 arg9 | w | e5f7 takes g9; e5d7 is illegal"),
            Shown("Ka1 kj10 CMe5 ng9 | w | e5f7 is illegal"),
        ],
    },
    Single {
        kind: "chameleon",
        english: "It and an enemy Immobilizer next to it freeze each other",
        german: "Es und ein gegnerischer Immobilisator neben ihm lähmen sich gegenseitig",
        shown: &[
            Shown("Ka1 kj10 CMe5 imf6 | w | e5 is stuck"),
            Shown("Ka1 kj10 CMe5 imf6 | b | f6 is stuck"),
        ],
    },
    Single {
        kind: "chameleon",
        english: "It cannot capture an Immobilizer, Joker, Block or Chameleon",
        german: "Immobilisator, Narr, Block und Chamäleon kann es nicht schlagen",
        shown: &[
            Shown("Ka1 kj10 CMe5 ime8 jog5 ble2 cmh8 | w last:Q/Q | e5e8 is illegal; e5g5 is illegal; e5e2 is illegal; e5h8 is illegal"),
        ],
    },
    Single {
        kind: "chameleon",
        english: "It never promotes and is never locked",
        german: "Es wandelt sich nie um und ist nie gesperrt",
        shown: &[
            Shown("Ka1 kj1 CMe7 pf8 | w promo:all | e7f8 takes f8; e7f8=Q is illegal"),
            Shown("Ka1 kj10 CMe5 Pe7 cne9 | w at=1 | e5e9 takes e9"),
            Shown("Ka1 kj10 CNe5 Pe7 re9 | w at=1 | e5e9 is illegal"),
        ],
    },
    Single {
        kind: "joker",
        english: "Moves and captures like the kind of piece the opponent moved last; if that was a Joker, like the piece that Joker copied",
        german: "Zieht und schlägt wie die Figurenart, die der Gegner zuletzt gezogen hat; war das ein Narr, wie die Figur, die jener nachgeahmt hat",
        shown: &[
            Shown("Ka1 kj10 JOe5 nf7 | w last:-/N | e5f7 takes f7; e5g6 is legal; e5e6 is illegal"),
            Shown("Ka1 kj10 JOe5 joh8 | b last:N/P after=h8g6 | e5f7 is legal; e5e6 is illegal"),
        ],
    },
    Single {
        kind: "joker",
        english: "So your own move decides what the enemy Joker can do next: you may not make a move that lets it capture your King",
        german: "Dein eigener Zug bestimmt also, was der gegnerische Narr als Nächstes kann: Ein Zug, nach dem er deinen König schlagen könnte, ist nicht erlaubt",
        shown: &[
            Shown("Ka1 kj10 job3 Ne5 Ph5 | w last:P/P | e5 is stuck; h5h6 is legal"),
        ],
    },
    Single {
        kind: "joker",
        english: "It cannot move before the opponent's first move or right after a Chameleon moved",
        german: "Er kann nicht ziehen, solange der Gegner noch nicht gezogen hat oder wenn dieser gerade ein Chamäleon gezogen hat",
        shown: &[
            Shown("Ka1 kj10 JOe5 | w | e5 is stuck"),
            Shown("Ka1 kj10 JOe5 cmh8 | b last:-/N after=h8h7 | e5 is stuck"),
            Shown("Ka1 kj10 JOe5 rh8 | b last:-/N after=h8h7 | e5e8 is legal"),
        ],
    },
    Single {
        kind: "joker",
        english: "It is never locked",
        german: "Gesperrt ist er nie",
        shown: &[
            Shown("Ka1 kj10 JOe5 | w at=1 last:-/{NR} | e5g9 is legal"),
        ],
    },
    Single {
        kind: "joker",
        english: "Copying a Pawn, it has no double step, but captures en passant; on the last three ranks it may promote, but never has to",
        german: "Als Bauer hat er keinen Doppelschritt, schlägt aber en passant; auf den letzten drei Reihen darf er sich umwandeln, muss aber nie",
        shown: &[
            Shown("Ka1 kj10 JOe3 | w last:-/P | e3e4 is legal; e3e5 is illegal"),
            Shown("Ka1 kj10 JOe6 pd8 | b after=d8d6 | e6d7 takes d6"),
            Shown("Ka1 kj1 JOe7 | w last:-/P promo:all | e7e8=Q is legal; e7e8 is legal"),
            Shown("Ka1 kj1 JOe9 | w last:-/P promo:all | e9e10=Q is legal; e9e10 is legal"),
        ],
    },
    Single {
        kind: "joker",
        english: "Having copied a Block, it cannot be captured or converted on the opponent's next move; having copied an Immobilizer, it freezes enemy pieces next to it during that move",
        german: "Hat er einen Block nachgeahmt, kann er im nächsten Zug des Gegners nicht geschlagen oder umgedreht werden; nach einem Immobilisator lähmt er in diesem Zug gegnerische Figuren neben sich",
        shown: &[
            Shown("Ka1 kj10 Re1 joe8 | b last:{BL}/P after=e8e7 | e1e6 is legal; e1e7 is illegal"),
            Shown("Ka1 kj10 DIe6 joe8 | b last:{BL}/P after=e8e7 | e6e7 is illegal"),
            Shown("Ka1 kj10 Re1 joe8 | b last:R/P after=e8e7 | e1e7 takes e7"),
            Shown("Ka1 kj10 Rf6 joe8 | b last:{IM}/P after=e8e7 | f6 is stuck"),
            Shown("Ka1 kj10 Rf6 joe8 | b last:Q/P after=e8e7 | f6f8 is legal"),
        ],
    },
    Single {
        kind: "joker",
        english: "Even copying a King it is an ordinary piece and may go where it can be captured",
        german: "Auch als König ist er eine gewöhnliche Figur und darf dorthin ziehen, wo er geschlagen werden kann",
        shown: &[
            Shown("Ka1 kj10 JOe5 rd9 | w last:-/K | e5d5 is legal; e5d4 is legal; e5e7 is illegal"),
        ],
    },
];
