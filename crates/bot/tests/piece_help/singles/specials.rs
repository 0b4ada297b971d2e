//! Table of help sentences (English and German) about the Guard, Block, Diplomat and Immobilizer
//! that tell more than moves and captures, each with positions that show whether it is true.

use super::{Shown, Single};

#[rustfmt::skip]
pub const SINGLES: &[Single] = &[
    Single {
        kind: "guard",
        english: "It is an ordinary piece: it may be attacked and captured, and losing it does not lose the game",
        german: "Sie ist eine gewöhnliche Figur: Sie darf angegriffen und geschlagen werden, und die Partie ist damit nicht verloren",
        shown: &[
            Shown("Ka1 kj10 GDe5 rd9 | w | e5d5 is legal"),
            Shown("Ka1 kj10 re10 GDe5 | b | e10e5 takes e5"),
        ],
    },
    Single {
        kind: "block",
        english: "It cannot capture, and nothing can capture or convert it",
        german: "Er kann nicht schlagen und von nichts geschlagen oder umgedreht werden",
        shown: &[
            Shown("Ka1 kj10 BLe5 ne6 | w | e5e6 is illegal"),
            Shown("Ka1 kj10 Re1 ble6 | w | e1e5 is legal; e1e6 is illegal"),
            Shown("Ka1 kj10 DIe5 ble6 | w | e5e6 is illegal"),
            Shown("Ka1 kj10 ADe3 ble6 | w | e3e5 takes nothing"),
        ],
    },
    Single {
        kind: "block",
        english: "An enemy Immobilizer next to it still stops it from moving",
        german: "Ein gegnerischer Immobilisator neben ihm hindert ihn trotzdem am Ziehen",
        shown: &[
            Shown("Ka1 kj10 BLe5 img7 | w | e5e4 is legal"),
            Shown("Ka1 kj10 BLe5 imf6 | w | e5 is stuck"),
        ],
    },
    Single {
        kind: "diplomat",
        english: "Type that piece's square as the target, such as DIe5",
        german: "Tippe dazu ihr Feld als Ziel, etwa DIe5",
        shown: &[
            Shown("Ka1 kj10 DId4 re5 | w | DIe5 means d4e5; d4e5 converts e5"),
        ],
    },
    Single {
        kind: "diplomat",
        english: "This is its way of capturing, so it gives check to a King next to it",
        german: "Das ist seine Art zu schlagen; einem König neben sich bietet er also Schach",
        shown: &[
            Shown("Ka1 ke5 DId4 | b | check"),
            Shown("Ka1 ke6 DId4 | b | no check"),
        ],
    },
    Single {
        kind: "immobilizer",
        english: "Enemy pieces on the eight squares around it, even the King, are frozen: they cannot move, so they attack nothing",
        german: "Gegnerische Figuren auf den acht Feldern um ihn, auch der König, sind gelähmt: Sie können nicht ziehen und greifen nichts an",
        shown: &[
            Shown("Ka1 kj10 imd4 Re5 Rf5 | w | e5 is stuck; f5f6 is legal"),
            Shown("Ka1 kj10 imb2 | w | a1 is stuck"),
            Shown("Ka1 kj10 ra5 | w | check"),
            Shown("Ka1 kj10 ra5 IMb6 | w | no check"),
        ],
    },
    Single {
        kind: "immobilizer",
        english: "If Immobilizers of both sides stand next to each other, both are frozen until one is captured; each still freezes the others around it",
        german: "Stehen Immobilisatoren beider Seiten nebeneinander, sind beide gelähmt, bis einer geschlagen wird; die anderen um sich herum lähmt jeder weiter",
        shown: &[
            Shown("Ka1 kj10 IMe5 imf6 Rg7 | w | e5 is stuck; g7 is stuck"),
            Shown("Ka1 kj10 IMe5 imf6 rd4 | b | f6 is stuck; d4 is stuck"),
        ],
    },
];
