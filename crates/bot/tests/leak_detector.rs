//! Tests of the leak detector in games with hidden cards: a player's message counts as talk only
//! when no word in it can reveal a turn or a card; hundreds of near-turns, and turns with typing
//! errors. Not here: single words (`src/text/leak_detector`).

use adoube_bot::{Audience, ChatEvent, Decision, Language, Notice, Reply, UserAction};
use proptest::{prelude::*, sample::select};

use crate::support::Chat;

const NAMES: [&str; 3] = ["Ada", "Bob", "Eve"];

struct Table {
    chat: Chat,
}

impl Table {
    async fn begin(challenge: &str) -> Self {
        let mut table = Self { chat: Chat::new(&NAMES, 3) };
        for (name, line) in [("Ada", challenge), ("Bob", "accept")] {
            let event = table.chat.event(name, Language::EN, false, UserAction::Line(line.to_owned()));
            assert_eq!(table.chat.service.handle(&event).await.reply, Reply::Public, "{line}");
        }
        table
    }

    async fn says(&mut self, name: &str, language: Language, text: &str) -> Decision {
        let event = self.chat.event(name, language, false, UserAction::Text(text.to_owned()));
        self.chat.service.handle(&event).await
    }

    fn text(&self, name: &str, language: Language, reply: &Reply) -> String {
        let Reply::Private(notice) = reply else { panic!("{reply:?}") };
        format!("{:?}", self.chat.read(notice, Some(name), language).blocks)
    }
}

/// A move as it is typed, more or less, in `n3` and German or English.
const MOVES: [&str; 8] = ["n4", "n3", "m2m3", "Nn3", "Springer n3", "n2 - n3", "pawn n3", "(-b12)"];
/// What is put between it and a card.
const BETWEEN: [&str; 7] = [" ", ", ", " then ", ", dann ", "/", " and ", "\u{2009}"];
/// A card and what is done with it.
const DROPS: [&str; 16] = [
    "dropp R z5",
    "Rook z5",
    "drop rook z5",
    "drop Q o1",
    "N@m1",
    "R",
    "qeen o1",
    "droop the queen",
    "setz Dame o1",
    "Dame auf o1",
    "sezte Läufer auf o1 ein",
    "laeufer o1",
    "Turm",
    "put my knigth on o1",
    "BISHOP!!",
    "card: D",
];

#[tokio::test]
async fn near_turns_are_their_speakers_alone() {
    let mut table = Table::begin("play Bob schachen white").await;
    let whole = MOVES.iter().flat_map(|first| {
        BETWEEN.iter().flat_map(move |link| DROPS.iter().map(move |drop| format!("{first}{link}{drop}")))
    });
    let alone = DROPS.iter().chain(&MOVES).map(|part| (*part).to_owned());
    let texts: Vec<String> = whole.chain(alone).collect();
    assert!(texts.len() > 900, "{}", texts.len());
    for text in &texts {
        for name in ["Ada", "Bob"] {
            for (language, sentence) in
                [(Language::EN, "Only you see this"), (Language::of("de"), "Das siehst nur du")]
            {
                let Decision { reply, speech, .. } = table.says(name, language, text).await;
                assert_eq!(speech, None, "{name}: {text}");
                assert_ne!(reply, Reply::Ignored, "{name}: {text}");
                if text == "card: D" {
                    assert!(table.text(name, language, &reply).contains(sentence), "{reply:?}");
                }
            }
        }
    }
    let spoken = table.says("Eve", Language::EN, "n4 dropp R z5").await;
    assert_eq!(
        spoken.speech.as_ref().map(adoube_bot::PublicText::text),
        Some("n4 dropp R z5"),
        "Eve has no cards"
    );
}

#[tokio::test]
async fn talk_goes_through_and_is_nothing_for_the_bot() {
    let mut table = Table::begin("play Bob schachen white").await;
    for text in ["hello", "good game", "nice move!", "that was a good idea", "schöne Partie", "gg :D"] {
        for name in NAMES {
            let Decision { reply, speech, .. } = table.says(name, Language::of("de"), text).await;
            assert_eq!(reply, Reply::Ignored, "{name}: {text}");
            assert_eq!(speech.as_ref().map(adoube_bot::PublicText::text), Some(text), "{name}");
        }
    }
}

#[tokio::test]
async fn a_repeated_event_is_heard_as_it_was() {
    for (challenge, text, is_talk) in
        [("play Bob schachen white", "n3 pass", false), ("play Bob chess white", "e4", true)]
    {
        let mut table = Table::begin(challenge).await;
        let event = table.chat.event("Ada", Language::EN, false, UserAction::Text(text.to_owned()));
        let first = table.chat.service.handle(&event).await;
        assert_eq!((first.reply.clone(), first.speech.is_some()), (Reply::Public, is_talk), "{text}");
        assert_eq!(table.chat.service.handle(&event).await, first, "{text}");
    }
}

#[tokio::test]
async fn a_move_at_the_wrong_time_is_its_players_own_business() {
    for (challenge, moves) in [
        ("play Bob chess white", &["e5", "Nf6", "e7e5", "Springer f6", "O-O", "exd4", "e8=Q"][..]),
        ("play Bob chess960 white", &["e5", "0-0-0"]),
        ("play Bob grand white", &["e6", "NRc8"]),
        ("play Bob schachen white", &["n4", "n4 pass", "zz9"]),
    ] {
        let mut table = Table::begin(challenge).await;
        for text in moves {
            let Decision { reply, speech, .. } = table.says("Bob", Language::EN, text).await;
            assert_eq!(speech, None, "{challenge}: {text}");
            assert!(
                table.text("Bob", Language::EN, &reply).contains("It is Ada's turn"),
                "{text}: {reply:?}"
            );
            let talk = table.says("Eve", Language::EN, text).await;
            assert_eq!((talk.reply, talk.speech.is_some()), (Reply::Ignored, true), "Eve: {text}");
        }
        for text in ["hello", "what about e5?", "good move", "be right back"] {
            let is_open = !challenge.contains("schachen") || !text.contains("e5");
            let Decision { reply, speech, .. } = table.says("Bob", Language::EN, text).await;
            assert_eq!(
                (reply == Reply::Ignored, speech.is_some()),
                (is_open, is_open),
                "{challenge}: {text}"
            );
        }
    }
}

/// Where everybody reads everything the bot cannot unsay it, and says one sentence.
#[tokio::test]
async fn in_public_a_near_turn_is_answered_alike() {
    let mut table = Table::begin("play Bob schachen white").await;
    for text in ["n4 dropp R z5", "drop rook z5", "setze Dame", "n\u{200b}3", "ｎ３"] {
        for name in ["Ada", "Bob"] {
            let event = table.chat.event(name, Language::EN, false, UserAction::Text(text.to_owned()));
            let reply = table
                .chat
                .service
                .handle(&ChatEvent { audience: Audience::TextAndReplyVisible, ..event })
                .await
                .reply;
            assert!(
                table.text(name, Language::EN, &reply).contains("Cards are hidden in this game"),
                "{text}: {reply:?}"
            );
        }
    }
}

/// A turn with a card in the forms people type, of which at least three words tell something.
fn turn() -> impl Strategy<Value = String> {
    let moves = select(&["n3", "m2m3", "Nn3", "n2-n3", "Springer n3", "Bauer m3"][..]);
    let links = select(&[" ", ", ", " then ", ", dann "][..]);
    let drops = select(
        &["drop Q o1", "N@m1", "setze Dame o1", "drop Knight on m1", "setze Springer auf m1 ein", "put R n1"]
            [..],
    );
    (moves, links, drops).prop_map(|(made, link, drop)| format!("{made}{link}{drop}"))
}

/// What hits the wrong key, the wrong place, or no key at all.
#[derive(Clone, Copy, Debug)]
enum Slip {
    Left(prop::sample::Index),
    Put(prop::sample::Index, char),
    Other(prop::sample::Index, char),
    Swapped(prop::sample::Index),
}

fn slip() -> impl Strategy<Value = Slip> {
    let place = any::<prop::sample::Index>;
    let key = select(
        "abcdefghijklmnopqrstuvwxyzäöü0123456789 .,;:-/@!?\u{200b}\u{2009}ABQRN".chars().collect::<Vec<_>>(),
    );
    prop_oneof![
        place().prop_map(Slip::Left),
        (place(), key.clone()).prop_map(|(at, key)| Slip::Put(at, key)),
        (place(), key).prop_map(|(at, key)| Slip::Other(at, key)),
        place().prop_map(Slip::Swapped),
    ]
}

fn with(slips: &[Slip], text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for slip in slips {
        let length = letters.len();
        match slip {
            Slip::Left(at) => drop(letters.remove(at.index(length))),
            Slip::Put(at, key) => letters.insert(at.index(length + 1), *key),
            Slip::Other(at, key) => letters[at.index(length)] = *key,
            Slip::Swapped(at) => letters.swap(at.index(length - 1), at.index(length - 1) + 1),
        }
    }
    letters.into_iter().collect()
}

/// The same words as another keyboard, another font or another mood writes them.
fn dressed(text: &str, dress: u8) -> String {
    let wide = |letter: char| match letter {
        '!'..='~' => char::from_u32(u32::from(letter) + 0xfee0).unwrap_or(letter),
        other => other,
    };
    match dress {
        0 => text.to_uppercase(),
        1 => text.chars().map(wide).collect(),
        2 => text.replace(' ', "\u{2009}"),
        3 => text.chars().flat_map(|letter| [letter, '\u{200b}']).collect(),
        4 => text.chars().flat_map(|letter| [letter, ' ']).collect(),
        5 => format!("  {text} !!"),
        _ => text.to_owned(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 700, ..ProptestConfig::default() })]

    #[test]
    fn a_turn_with_slips_in_it_reaches_nobody_else(
        turn in turn(),
        slips in prop::collection::vec(slip(), 1..=2),
        dress in 0u8..12,
        german in any::<bool>(),
    ) {
        thread_local! {
            static RUNTIME: tokio::runtime::Runtime =
                tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        }
        let text = dressed(&with(&slips, &turn), dress);
        let language = if german { Language::of("de") } else { Language::EN };
        RUNTIME.with(|runtime| runtime.block_on(async {
            let mut table = Table::begin("play Bob schachen white").await;
            for name in ["Bob", "Ada"] {
                let Decision { reply, speech, .. } = table.says(name, language, &text).await;
                assert_eq!(speech, None, "{name}: {text:?}");
                assert_ne!(reply, Reply::Ignored, "{name}: {text:?}");
            }
            let posted = table.chat.posted().await;
            assert!(posted.iter().all(|notice| !matches!(notice, Notice::Refused(_))), "{posted:?}");
        }));
    }
}
