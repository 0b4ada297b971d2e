//! Lists of the values that can stand for a variable in a sentence: every piece, square, side and
//! number, names of people, and other sentences. Not here: which of these a variable of a sentence
//! takes (`table`).

use adoube_bot::{Language, display_name};
use adoube_rules::PieceType;
use fluent_bundle::FluentValue;

use super::{
    mixing::{self, Slot},
    table,
    texts::Text,
    voice::Voice,
};

/// What a variable takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A person's name.
    Person,
    /// Several persons of whom one is meant.
    Persons,
    /// "Knight"
    Piece,
    /// "Knight", "Springer": the name in the other language.
    Foreign,
    /// "Knight g1", of any type or of these.
    Placed(&'static [&'static str]),
    /// One, two and three of "Knight g1".
    Several,
    /// The same with a Joker that copies.
    Attackers,
    /// "Knight and Pawn g1": what is taken at once.
    Victims,
    /// "Knights"
    Plural,
    /// "2 Pawns, Knight"
    Counted,
    /// The same in a sentence: "2 Pawns and Knight".
    Held,
    /// "2 Archers (AR), Knight (N)"
    Coded,
    /// "Queen, Rook and Knight"
    Names,
    /// "Queen, Rook or Knight"
    Choices,
    /// The code of a piece.
    Code,
    /// "White"
    Side,
    Square,
    /// One square, or as many as a picture shows.
    Squares,
    /// "e4, f4 or …"
    Targets,
    /// One of these numbers.
    Number(&'static [u64]),
    /// One of these texts.
    Text(&'static [&'static str]),
    /// Texts that differ between languages: English, German.
    Typed(&'static [&'static str], &'static [&'static str]),
    /// Texts of this language whose keys begin so, each once.
    Said(&'static [&'static str]),
    /// The words that people type for these, in one list.
    Words(&'static str),
    /// A move in words.
    Told,
    /// The pieces of a side with their squares.
    Army,
    /// What is agreed, joined.
    Terms,
}

/// A value, and whether it stands for more than one thing.
#[derive(Clone, Debug)]
pub struct Value {
    pub value: FluentValue<'static>,
    pub several: bool,
}

impl Value {
    /// As it stands in a sentence.
    pub fn text(&self) -> String {
        match &self.value {
            FluentValue::String(text) => text.to_string(),
            FluentValue::Number(number) => number.as_string().into_owned(),
            _ => String::new(),
        }
    }
}

fn one(text: impl Into<String>) -> Value {
    Value { value: text.into().into(), several: false }
}

fn several(text: impl Into<String>) -> Value {
    Value { value: text.into().into(), several: true }
}

fn number(number: u64) -> Value {
    Value { value: number.into(), several: number > 1 }
}

/// Squares of every kind of board: chess, ten files, and the grid without edges.
pub const SQUARES: [&str; 9] = ["e4", "a1", "h8", "j10", "m-3", "aa4", "-a-2", "o0", "zz12"];

/// A name too long to be shown whole.
pub const LONG_NAME: &str = "Bartholomäus von und zu Hohenstein-Sulzbach";

/// Names as people have them: short, with what a chat reads as markup, and too long to be shown whole.
fn people() -> Vec<String> {
    ["Ada", "M*x_W_W*~", LONG_NAME].map(display_name).to_vec()
}

/// Every value of this kind.
pub fn all(kind: Kind, voice: &Voice) -> Vec<Value> {
    match kind {
        Kind::Person => people().into_iter().map(one).collect(),
        Kind::Persons => vec![one(voice.list("list-or", &people()))],
        Kind::Number(numbers) => numbers.iter().map(|value| number(*value)).collect(),
        Kind::Text(texts) => texts.iter().map(|text| one(*text)).collect(),
        Kind::Typed(english, german) => {
            let texts = if voice.language == Language::EN { english } else { german };
            texts.iter().map(|text| one(*text)).collect()
        }
        Kind::Side => ["side-white", "side-black"].map(|key| one(voice.plain(key))).to_vec(),
        Kind::Square => SQUARES.map(one).to_vec(),
        Kind::Squares => vec![one("e4"), several(voice.list("list-and", &squares(SQUARES.len())))],
        Kind::Targets => (1..=3).map(|count| one(voice.list("list-or", &squares(count)))).collect(),
        Kind::Said(prefixes) => said(voice, prefixes).into_iter().map(one).collect(),
        Kind::Words(prefix) => vec![one(words(voice, prefix).join(", "))],
        Kind::Terms => terms(voice),
        Kind::Told => told(voice),
        _ => pieces(kind, voice),
    }
}

fn squares(count: usize) -> Vec<String> {
    SQUARES.iter().take(count).map(|square| (*square).to_owned()).collect()
}

/// The kinds of values with pieces in them.
fn pieces(kind: Kind, voice: &Voice) -> Vec<Value> {
    let each = |say: &dyn Fn(PieceType) -> String| PieceType::all().map(|kind| one(say(kind))).collect();
    match kind {
        Kind::Piece => each(&|kind| voice.piece(kind)),
        Kind::Foreign => {
            let others = super::READ.into_iter().filter(|language| *language != voice.language);
            let others: Vec<Voice> = others.map(Voice::new).collect();
            others.iter().flat_map(|other| PieceType::all().map(|kind| one(other.piece(kind)))).collect()
        }
        Kind::Placed([]) => each(&|kind| placed(voice, kind)),
        Kind::Placed(keys) => {
            let kinds = PieceType::all().filter(|kind| keys.contains(&kind.key()));
            kinds.map(|kind| one(placed(voice, kind))).collect()
        }
        Kind::Plural => each(&|kind| voice.several(kind)),
        Kind::Code => each(&|kind| kind.code().to_owned()),
        Kind::Coded => {
            lists(voice, &|voice, kind, count| format!("{} ({kind})", voice.counted(kind, count)), None)
        }
        Kind::Counted => lists(voice, &Voice::counted, None),
        Kind::Held => lists(voice, &Voice::counted, Some("list-and")),
        Kind::Names => lists(voice, &|voice, kind, _| voice.piece(kind), Some("list-and")),
        Kind::Choices => lists(voice, &|voice, kind, _| voice.piece(kind), Some("list-or")),
        Kind::Several => lists(voice, &|voice, kind, _| placed(voice, kind), Some("list-and")),
        Kind::Army => lists(voice, &on_squares, None),
        Kind::Victims => lists(
            voice,
            &|voice, kind, count| if count == 1 { voice.piece(kind) } else { placed(voice, kind) },
            Some("list-and"),
        ),
        Kind::Attackers => {
            let mut all = pieces(Kind::Several, voice);
            all.extend(said(voice, &["attacker-copying"]).into_iter().map(one));
            all
        }
        other => panic!("{other:?} is not of pieces"),
    }
}

fn placed(voice: &Voice, kind: PieceType) -> String {
    format!("{} {}", voice.piece(kind), SQUARES[kind.index() % SQUARES.len()])
}

/// "Knight g1", "Knights on e4 and a1".
fn on_squares(voice: &Voice, kind: PieceType, count: u64) -> String {
    if count == 1 {
        return placed(voice, kind);
    }
    let squares = voice.list("list-and", &squares(usize::try_from(count).unwrap_or_default()));
    let values = [("pieces".to_owned(), voice.several(kind).into()), ("squares".to_owned(), squares.into())];
    voice.with("pieces-on-squares", &values)
}

/// Each type alone, and with one or two others; in a sentence with the last two joined.
fn lists(voice: &Voice, say: &dyn Fn(&Voice, PieceType, u64) -> String, joined: Option<&str>) -> Vec<Value> {
    let kinds: Vec<PieceType> = PieceType::all().collect();
    let mut all = Vec::new();
    for (place, kind) in kinds.iter().enumerate() {
        let others = kinds.iter().cycle().skip(place * 7 + 3).take(place % 3);
        let items: Vec<String> = [kind]
            .into_iter()
            .chain(others)
            .zip([1, 2, 3])
            .map(|(kind, count)| say(voice, *kind, count))
            .collect();
        let text = joined.map_or_else(|| items.join(", "), |key| voice.list(key, &items));
        all.push(Value { several: items.len() > 1 && joined == Some("list-and"), ..one(text) });
    }
    all
}

/// One of each text whose key begins so, with values in it.
fn said(voice: &Voice, prefixes: &[&str]) -> Vec<String> {
    let wanted = |text: &&Text| {
        text.place().1.is_none()
            && text.shelf() == "service"
            && prefixes.iter().any(|prefix| text.key.starts_with(prefix))
    };
    let mut said: Vec<String> = Vec::new();
    for text in voice.texts.iter().filter(wanted) {
        // A text with an unknown variable is a fault of its own.
        let Ok(slots) = table::slots(text, voice) else { continue };
        let first: Vec<Slot> = slots.into_iter().map(Slot::first).collect();
        for mix in mixing::all(&first) {
            let named: Vec<_> = mix.iter().map(|(name, value)| (name.clone(), value.value.clone())).collect();
            said.push(voice.say(text, &named).unwrap_or_else(|fault| panic!("{}: {fault}", text.key)));
        }
    }
    said.sort();
    said.dedup();
    said
}

/// The first word of each of these, as help shows it.
fn words(voice: &Voice, prefix: &str) -> Vec<String> {
    let of = |text: &&Text| text.place().1 == Some("words") && text.key.starts_with(prefix);
    let first = |text: &Text| voice.plain(&text.key).split(',').next().unwrap_or_default().to_owned();
    voice.texts.iter().filter(of).map(first).collect()
}

/// What is agreed about a game: one term of each kind.
fn terms(voice: &Voice) -> Vec<Value> {
    let others = ["terms-duplicates-", "terms-promotion-", "terms-touch-move"];
    let others: Vec<String> = others.iter().filter_map(|prefix| said(voice, &[prefix]).pop()).collect();
    let arrays = said(voice, &["terms-array-"]).into_iter();
    arrays.map(|array| one(format!("{array}; {}", others.join("; ")))).collect()
}

/// Moves in words, each with its full stop: of every kind, with a promotion, a drop and a check.
fn told(voice: &Voice) -> Vec<Value> {
    let kinds =
        ["move-quiet", "move-captures", "move-captures-apart", "move-converts", "move-castles-kingside"];
    let mut told: Vec<String> = said(voice, &kinds).into_iter().map(|told| format!("{told}.")).collect();
    let quiet = told.last().cloned().unwrap_or_default();
    let quiet = quiet.trim_end_matches('.');
    let more = said(voice, &["move-promotes", "move-drops"]);
    let check = voice.plain("move-check");
    told.extend(more.into_iter().map(|more| format!("{quiet}{more}. {check}")));
    told.into_iter().map(one).collect()
}
