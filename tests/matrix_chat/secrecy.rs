//! Checks all messages that other people read: no card of a hand, no move that waits for its drop,
//! no picture of a hand, no unsent set-up, and the sealed cards only when the game is over; and a
//! message mentions only the right person. Not here: what people read instead (`games`).

/// Something the bot said.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub room: String,
    /// Whether anybody but one person reads it.
    pub others: bool,
    pub plain: String,
    pub html: String,
    pub picture: Option<Vec<u8>>,
    pub file: Option<Vec<u8>>,
    pub mentions: Vec<String>,
}

/// How words begin, wherever they stand, that are for one person's eyes.
pub const PRIVATE: [&str; 12] = [
    "Your cards:",
    "Deine Karten:",
    "You have no cards in hand",
    "Du hast keine Karten auf der Hand",
    "Your move: ",
    "Dein Zug: ",
    "Which card do you drop?",
    "Welche Karte setzt du ein?",
    "Only you see this",
    "Das siehst nur du",
    "Nobody else knows your move",
    "Noch kennt niemand außer dir",
];
/// How somebody's hand is told to them, up to the next full stop.
const HANDS: [&str; 2] = ["Your cards: ", "Deine Karten: "];
/// The same for a move that waits for its drop.
const MOVES: [&str; 2] = ["Your move: ", "Dein Zug: "];
/// How a move is told to everybody.
const PLAYED: [&str; 2] = [" played ", " spielt "];
/// How a list of all possible moves begins: that one of them is played, too, tells nothing.
const LISTS: [&str; 4] = ["One legal move:", "legal moves:", "Ein möglicher Zug:", "mögliche Züge:"];
/// What help and refusals give as examples, which is sometimes the move that waits.
const EXAMPLES: [&str; 10] = [
    "typed at once: n3 drop Q o1,",
    "Type n3 drop Q o1, for example,",
    "such as n3 drop Q o1.",
    "Type it like n3 drop Q o1 or n3 pass,",
    "in Schachen a Pawn goes to n3, then",
    "zugleich: n3 setze D o1,",
    "Tippe zum Beispiel n3 setze D o1,",
    "zum Beispiel n3 setze D o1.",
    "wie n3 setze D o1 oder n3 passe,",
    "Im Schachen zieht ein Bauer nach n3, dann",
];
/// What the sealed cards end with, and when they may be seen.
const SEALED: &str = "nonce:";
const OVER: [&str; 10] = [
    "Checkmate",
    "Schachmatt",
    "resigned",
    "aufgegeben",
    "gibt auf",
    "Draw",
    "Remis",
    "aborted",
    "abgebrochen",
    "Stalemate",
];

/// What leaks, in the order in which it was said.
pub fn leaks(all: &[Told]) -> Vec<String> {
    let mut found = Vec::new();
    let (mut hands, mut waiting): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let private_pictures: Vec<&Vec<u8>> = all
        .iter()
        .filter(|told| !told.others && HANDS.iter().any(|hand| told.plain.contains(hand)))
        .filter_map(|told| told.picture.as_ref())
        .collect();
    for told in all {
        let file = String::from_utf8_lossy(told.file.as_deref().unwrap_or_default());
        let text = format!("{}\n{}\n{file}", told.plain, told.html);
        if told.others {
            let is_over = OVER.iter().any(|over| text.contains(over));
            let is_played = PLAYED.iter().any(|played| text.contains(played));
            found.extend(
                PRIVATE
                    .iter()
                    .filter(|private| text.contains(**private))
                    .map(|private| format!("“{private}” in {}: {text}", told.room)),
            );
            let hand = hands.iter().find(|hand| text.contains(hand.as_str()) && !is_over);
            found.extend(hand.map(|hand| format!("the hand {hand} in {}: {text}", told.room)));
            let telling = telling(&text);
            let early = waiting.iter().find(|san| names(&telling, san) && !is_played && !is_over);
            found.extend(early.map(|san| format!("the move {san} too early in {}: {text}", told.room)));
            if is_played || is_over {
                waiting.clear();
            }
            if text.contains(SEALED) && !is_over {
                found.push(format!("the sealed cards in {}: {text}", told.room));
            }
            if told.picture.as_ref().is_some_and(|picture| private_pictures.contains(&picture)) {
                found.push(format!("a private picture in {}: {text}", told.room));
            }
        } else {
            let said = |begin: &&str| {
                let (_, rest) = told.plain.split_once(*begin)?;
                Some(rest.split(['.', '\n', ' ']).next()?.to_owned())
            };
            waiting.extend(MOVES.iter().find_map(said));
            let hand = |begin: &&str| {
                let (_, rest) = told.plain.split_once(*begin)?;
                Some(rest.split(['.', '\n']).next()?.to_owned())
            };
            // One card alone is the name of a piece, which stands on every board.
            hands.extend(HANDS.iter().find_map(hand).filter(|hand| hand.contains(' ')));
        }
        found.extend(notified(told));
    }
    found
}

/// A text without what names moves and tells nothing.
fn telling(text: &str) -> String {
    let mut telling = String::new();
    let mut rest = text;
    let list_in = |text: &str| LISTS.iter().filter_map(|list| Some(text.find(list)? + list.len())).min();
    while let Some(end) = list_in(rest) {
        let (before, from) = rest.split_at(end);
        telling.push_str(before);
        rest = behind_the_list(from);
    }
    telling.push_str(rest);
    EXAMPLES.iter().fold(telling, |text, example| text.replace(example, ""))
}

/// What follows the list behind a heading, plain or as HTML.
fn behind_the_list(text: &str) -> &str {
    if let Some(items) = text.strip_prefix("</p><ul>") {
        return items.split_once("</ul>").map_or("", |(_, behind)| behind);
    }
    let mut rest = text.strip_prefix("\n\n").unwrap_or(text);
    while rest.starts_with("- ") {
        rest = rest.split_once('\n').map_or("", |(_, behind)| behind);
    }
    rest
}

/// Whether a move stands in a text by itself.
fn names(text: &str, san: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && !"+#=/@-".contains(c)).any(|word| word == san)
}

/// Whoever is notified and not called, or the other way round.
fn notified(told: &Told) -> Vec<String> {
    let mut found = Vec::new();
    // At the end followers are called besides whoever was mated.
    let is_over = ["Checkmate", "Schachmatt"].iter().any(|word| told.plain.contains(word));
    if told.mentions.len() > 1 && !is_over || told.mentions.iter().any(|user| !user.starts_with('@')) {
        found.push(format!("calls {:?}: {}", told.mentions, told.plain));
    }
    if told.plain.contains("@room") || told.html.contains("@room") {
        found.push(format!("calls the whole room: {}", told.plain));
    }
    let links = told.html.split("https://matrix.to/#/@").skip(1);
    let linked = links.filter_map(|rest| rest.split('"').next()).map(|user| format!("@{user}"));
    found.extend(linked.filter(|user| !told.mentions.contains(user)).map(|user| format!("links to {user}")));
    found
}

#[test]
fn the_net_catches_what_is_planted() {
    let private = Told {
        room: "!direct:x".to_owned(),
        plain: "Your cards: Rook, Pawn and Pawn.".to_owned(),
        picture: Some(vec![1]),
        ..Told::default()
    };
    let move_waits = Told { plain: "Your move: Nn3. Now drop a card".to_owned(), ..private.clone() };
    let public = |plain: &str| Told {
        room: "!room:x".to_owned(),
        others: true,
        plain: plain.to_owned(),
        ..Told::default()
    };
    let planted = [
        public("Ada: Your cards: Rook, Pawn and Pawn."),
        public("White's hand: Rook, Pawn and Pawn; 8 in the stack."),
        public("Ada thinks of Nn3."),
        public("2 legal moves:\n\n- Knight m1: Nn3\n- Pawn m2: m3\n\nAda thinks of Nn3."),
        public("Nn3, says Ada.\n\nEin möglicher Zug:\n\n- Springer m1: Nn3"),
        Told {
            html: "<p>One legal move:</p><ul><li>Knight m1: Nn3</li></ul><p>Nn3</p>".to_owned(),
            ..public("One legal move:\n\n- Knight m1: Nn3")
        },
        public("schachen white:PPR nonce:618244"),
        public("Only you see this."),
        Told { picture: Some(vec![1]), ..public("A board") },
        Told { html: "<p>Deine Karten: Turm</p>".to_owned(), ..public("A board") },
        Told { file: Some(b"nonce:618244".to_vec()), ..public("A file") },
        Told { mentions: vec!["@ada:x".to_owned(), "@bob:x".to_owned()], ..public("Hello") },
        public("Hello @room"),
        Told { html: "<a href=\"https://matrix.to/#/@bob:x\">Bob</a>".to_owned(), ..public("Bob") },
    ];
    for leak in planted {
        let said = [private.clone(), move_waits.clone(), leak.clone()];
        assert!(!leaks(&said).is_empty(), "{leak:?} is not found");
    }
    let clean = [
        private,
        move_waits,
        public("White: 3 cards in hand. Pawn, Rook."),
        Told {
            html: "<p>One legal move:</p><ul><li>Knight m1: Nn3</li></ul><p>A board.</p>".to_owned(),
            ..public("One legal move:\n\n- Knight m1: Nn3\n\nA board.")
        },
        public("2 mögliche Züge:\n\n- Springer m1: Nn3\n- Bauer m2: m3"),
        public("Ada played 1. Nn3: Knight."),
        public("Ada resigned. White's hand: Rook, Pawn and Pawn. nonce:618244"),
    ];
    assert!(leaks(&clean).is_empty(), "{:?}", leaks(&clean));
}
