//! Table of which values can stand for each variable of each sentence. Where a name means different
//! things, the sentences are named by the beginnings of their keys, and the longest one counts. A
//! variable that is not here is a failure. Not here: the values themselves (`values`).

use super::{
    german,
    mixing::Slot,
    texts::Text,
    values::{self, Kind, Kind::*, Value},
    voice::Voice,
};

/// Numbers where anything can be counted.
const COUNTS: &[u64] = &[1, 2, 3, 5, 21, 100];
const COUNTS_OR_NONE: &[u64] = &[0, 1, 2, 3, 5, 21, 100];
const LINKS: &[&str] = &["https://matrix.to/#/!room:example.org"];
const NOT_MOVES: Kind = Text(&["Nf3", "e2e4", "knight to f3", "xx"]);
const PERMISSIONS: Kind = Typed(
    &["“View Channel”", "“Send Messages”", "“Embed Links”"],
    &["„Kanal ansehen“", "„Nachrichten senden“", "„Links einbetten“"],
);
/// A moment.
const MOMENTS: &[&str] = &["instant-to-come", "instant-past", "instant-now"];
/// How long something lasts.
const SPANS: &[&str] = &["span-days", "span-hours", "span-minutes", "span-two"];
const ANY: &[&str] = &[""];

/// Variable, beginnings of keys, and what it is there.
type Row = (&'static str, &'static [&'static str], Kind);

const TABLE: &[Row] = &[
    ("about", ANY, Said(&["game-about-"])),
    ("about", &["help-option"], Typed(&["what a Pawn may become"], &["was aus einem Bauern werden darf"])),
    ("after", ANY, Said(&["verdict-"])),
    ("agree", ANY, Said(&["agree-words"])),
    ("ahead", ANY, Number(COUNTS_OR_NONE)),
    ("all", ANY, Number(&[2, 3, 5, 21])),
    ("asked", ANY, Said(SPANS)),
    ("attackers", ANY, Attackers),
    ("attempts", ANY, Number(COUNTS)),
    ("before", ANY, Said(&["verdict-"])),
    ("better", ANY, Text(&["Nf3", "O-O"])),
    ("black", ANY, Person),
    ("black", &["board-moved"], Number(&[0, 1])),
    ("black", &["panel-alt"], Said(&["alt-army"])),
    ("bot", ANY, Text(&["adoube", "Schach_Bot"])),
    ("by", ANY, Placed(&[])),
    ("by", &["illegal-frozen"], Placed(&["immobilizer"])),
    ("by", &["illegal-frozen-by-joker"], Placed(&["joker"])),
    ("by", &["illegal-frozen-by-chameleon"], Placed(&["chameleon"])),
    ("by", &["live-holds-frozen", "piece-at-frozen"], Placed(&["immobilizer", "chameleon", "joker"])),
    ("captures", ANY, Squares),
    ("captures", &["book-tried"], Number(COUNTS_OR_NONE)),
    ("card", ANY, Piece),
    ("castling", ANY, Text(&["kingside", "queenside"])),
    ("challenger", ANY, Person),
    ("channel", ANY, Text(&["<#1234567890123456789>"])),
    ("channel", &["channel-gone"], Text(&["lobby"])),
    ("code", ANY, Code),
    ("choices", ANY, Choices),
    ("command", ANY, Said(&["command-play", "command-setup"])),
    ("condition", ANY, Text(&["Nf6", "exd10=Q+", "O-O"])),
    ("copied", ANY, Piece),
    ("count", ANY, Number(COUNTS)),
    ("count", &["book-found", "check-waiting"], Number(COUNTS_OR_NONE)),
    ("count", &["book-told-intro"], Number(&[81])),
    ("count", &["choosing-started", "panel-extra", "terms-array-"], Number(&[1, 2, 3, 5, 10, 19])),
    ("count", &["confirm-claim-repetition"], Number(&[3, 4])),
    ("count", &["joker-"], Number(&[1, 2, 3])),
    ("count", &["legend-all"], Number(&[81])),
    ("count", &["pieces-counted"], Number(&[2, 3, 5, 21, 100])),
    ("count", &["settings-idle"], Number(&[7, 14, 60, 365])),
    ("count", &["worth-"], Number(&[1, 2, 3])),
    ("count", &["setup-many-new"], Number(&[4, 5, 19])),
    ("date", ANY, Said(&["instant-date"])),
    ("deadline", ANY, Said(MOMENTS)),
    ("day", ANY, Text(&["1", "31"])),
    ("first", ANY, Piece),
    ("first", &["span-two"], Said(&["span-days", "span-hours"])),
    ("from", ANY, Square),
    ("game", ANY, Text(&["k7f2mq", "kez48m"])),
    (
        "game",
        &["refused-other-game"],
        Typed(&["Atomic", "King of the Hill"], &["Atomschach", "König des Hügels"]),
    ),
    ("games", ANY, Words("choice-variant-")),
    ("group", ANY, Said(&["group-"])),
    ("hand", ANY, Number(&[0, 1, 2, 3])),
    ("instant", ANY, Typed(&["in 2 days 3 h (Mon 4 Jan, 14:00 UTC)"], &["in 2 Tagen 3 h"])),
    ("invitation", ANY, Text(&["https://discord.com/oauth2/authorize?client_id=1234567890123456789"])),
    ("kind", ANY, Piece),
    ("king", ANY, Square),
    (
        "label",
        ANY,
        Said(&[
            "choice-array-",
            "choice-promotion-",
            "choice-theme-",
            "choice-timeout-",
            "pace-",
            "panel-pace-none",
            "panel-rule-",
        ]),
    ),
    ("last", ANY, Piece),
    ("late", ANY, Person),
    ("left", ANY, Said(SPANS)),
    ("lead", ANY, Number(&[1, 3, 9])),
    ("least", ANY, Number(&[1])),
    ("least", &["refused-pause-length"], Said(SPANS)),
    ("least", &["book-told-reach"], Number(&[0, 1, 4, 27])),
    ("letter", ANY, Text(&["Q", "D", "AR"])),
    ("letters", ANY, Typed(&["K King, N Knight, AR Archer"], &["K König, S Springer, AR Bogenschütze"])),
    ("line", ANY, Said(&["games-your-turn", "games-their-turn", "games-due-line"])),
    ("line", &["hint-line"], Text(&["12… Nf6 13. Bb5", "2. e4"])),
    ("line", &["games-due-until"], Said(&["games-due-line"])),
    ("line", &["settings-saved"], Typed(&["Language: English"], &["Sprache: Englisch"])),
    ("loser", ANY, Person),
    ("menu", ANY, Said(&["pick-piece", "panel-array", "panel-rule", "piece-help-menu"])),
    ("millis", ANY, Number(&[1, 40, 2000])),
    ("minutes", ANY, Number(&[0, 1, 2, 59, 100])),
    ("month", ANY, Typed(&["Jan", "May"], &["Januar", "Mai"])),
    ("most", ANY, Number(&[10, 19, 100])),
    ("most", &["check-strained"], Number(&[200, 10_000])),
    ("most", &["refused-plan-long"], Number(&[20])),
    ("most", &["refused-plan-many"], Number(&[10])),
    ("most", &["book-told-reach"], Number(&[2, 8, 35])),
    ("most", &["refused-more-times-used", "refused-pauses-used"], Number(&[3])),
    ("most", &["refused-pause-length"], Said(SPANS)),
    ("move", ANY, Told),
    ("move", &["analysis-moment"], Text(&["14… Qxe4", "2. g4"])),
    ("moves", ANY, Number(COUNTS_OR_NONE)),
    ("moves", &["analysis-marked"], Typed(&["2. g4 and 3… Nf6"], &["2. g4 und 3… Sf6"])),
    ("moves", &["confirm-claim-moves"], Number(&[50, 51, 74])),
    ("moves", &["hint-mates"], Number(&[2, 3, 5, 21])),
    ("moves", &["refused-analysis-long"], Number(&[200])),
    ("moves", &["verdict-mates"], Number(COUNTS)),
    ("moves", &["piece-diagram-alt"], Squares),
    ("moves", &["refused-plan-"], Text(&["Nf6", "Nf6 Bb5 a6"])),
    ("moves", &["refused-plan-several-moves"], Typed(&["Nbd2 or Nfd2"], &["Nbd2 oder Nfd2"])),
    ("moves", &["refused-doubtful-"], Typed(&["Nbd2 or Nfd2"], &["Nbd2 oder Nfd2"])),
    ("moves", &["refused-several-moves"], Typed(&["Nbd2 or Nfd2"], &["Nbd2 oder Nfd2"])),
    ("moves", &["replay-alt"], Typed(&["1. Pawn e4, Pawn e5."], &["1. Bauer e4, Bauer e5."])),
    ("moved", ANY, Said(&["board-moved"])),
    ("name", ANY, Person),
    (
        "name",
        &["analysis-file", "download", "export-title", "verify-by-hand"],
        Text(&["adoube-k7f2mq.json", "adoube-k7f2mq-cards.txt"]),
    ),
    ("name", &["book-", "piece-title", "piece-diagram-"], Piece),
    ("name", &["piece-names"], Foreign),
    ("name", &["refused-other-piece"], Typed(&["Unicorn"], &["Einhorn"])),
    ("named", ANY, Piece),
    ("names", ANY, Persons),
    ("names", &["piece-aliases"], Typed(&["Chancellor, Empress"], &["Kanzler, Kaiserin"])),
    ("nearest", ANY, Piece),
    ("nearest", &["refused-stray-word-near"], Typed(&["grand", "white"], &["grand", "weiß"])),
    ("nearest", &["refused-unknown-topic-near"], Said(&["command-play", "command-rules"])),
    ("nearest", &["refused-unknown-command-near"], Said(&["command-"])),
    ("level", ANY, Number(&[1, 10])),
    ("new", ANY, Number(&[0, 1])),
    ("number", ANY, Number(COUNTS)),
    ("number", &["verdict-pawns"], Text(&["+0.3", "−12.4"])),
    ("on", ANY, Number(&[0, 1])),
    ("opponent", ANY, Person),
    ("opponent", &["illegal-"], Side),
    ("option", ANY, Typed(&["promotion"], &["umwandlung"])),
    ("other", ANY, Person),
    ("other", &["joker-follows", "live-holds-follows"], Side),
    ("other", &["illegal-two-meanings"], Piece),
    ("own", ANY, Piece),
    ("pace", ANY, Said(&["pace-"])),
    ("passed", ANY, Placed(&["pawn"])),
    ("percent", ANY, Number(COUNTS_OR_NONE)),
    ("per-move", ANY, Said(SPANS)),
    ("permission", ANY, PERMISSIONS),
    ("person", ANY, Person),
    ("picked", ANY, Number(&[1, 2, 10])),
    ("piece", ANY, Placed(&[])),
    (
        "piece",
        &["attacker-copying", "illegal-nothing-to-copy", "illegal-cannot-reach-copying"],
        Placed(&["joker"]),
    ),
    ("piece", &["button-pick-this", "choose-done", "choosing-chosen", "hand-ask-square", "move-"], Piece),
    ("piece", &["live-piece"], Piece),
    ("piece", &["book-told-copied"], Piece),
    ("piece", &["illegal-captures-otherwise-copying"], Placed(&["joker"])),
    ("piece", &["illegal-frozen-by-chameleon"], Placed(&["immobilizer", "joker"])),
    ("piece", &["illegal-no-piece", "illegal-no-such-piece", "illegal-none-reaches"], Piece),
    ("piece", &["illegal-never-promotes"], Placed(&[])),
    (
        "piece",
        &["illegal-nothing-to-become", "touch-pawn-moved", "touch-promoting"],
        Placed(&["pawn", "joker"]),
    ),
    ("piece", &["pick-rook-to-castle", "touch-castle", "touch-move-rook"], Placed(&["rook"])),
    ("piece", &["pick-stays"], Piece),
    ("piece", &["refused-away-pick", "refused-no-extra-piece", "refused-piece-", "time-picked"], Piece),
    ("piece", &["replay-"], Piece),
    ("piece", &["touch-move-king"], Placed(&["king"])),
    ("pieces", ANY, Several),
    ("pieces", &["alt-army"], Army),
    ("pieces", &["alt-captured"], Counted),
    ("pieces", &["cards-open", "hand-cards"], Held),
    ("pieces", &["choosing-share", "terms-extra-pieces"], Coded),
    ("pieces", &["described-"], Army),
    ("pieces", &["legend-alt"], Typed(&["Camel (CA): Leaps far."], &["Kamel (CA): Springt weit."])),
    ("pieces", &["pieces-counted", "pieces-on-squares"], Plural),
    ("pieces", &["terms-lock"], Names),
    ("play", ANY, Typed(&["/play"], &["/spielen"])),
    ("plies", ANY, Number(&[1, 2])),
    ("position", ANY, Said(&["alt-army"])),
    ("prefix", ANY, Text(&["!chess"])),
    ("rank", ANY, Text(&["8", "3", "0", "-2"])),
    ("ranks", ANY, Typed(&["1, 2, 3, 8, 9 and 10"], &["1, 2, 3, 8, 9 und 10"])),
    ("reason", ANY, Text(&["Missing Permissions", "50013: Missing Permissions"])),
    ("refused", ANY, Number(&[100, 5000])),
    ("repetitions", ANY, Number(&[1, 2])),
    ("reply", ANY, Text(&["Bb5", "O-O-O"])),
    ("reserve", ANY, Said(SPANS)),
    ("result", ANY, Text(&["½–½", "1–0"])),
    ("revoke", ANY, Said(&["revoke-words"])),
    ("rook", ANY, Square),
    ("room", ANY, Text(LINKS)),
    ("said", ANY, Number(&[0, 1])),
    ("san", ANY, Text(&["Nf3", "exd10=Q+", "NRe5xg9", "O-O-O", "m2m3"])),
    ("second", ANY, Said(&["span-hours", "span-minutes"])),
    ("seconds", ANY, Number(&[0, 5, 95, 600])),
    ("sentence", ANY, Said(&["illegal", "refused-plan-several-moves", "refused-plan-not-a-move"])),
    ("server", ANY, Text(&["Chess club"])),
    ("setup", ANY, Typed(&["/setup"], &["/aufstellen"])),
    ("share", ANY, Number(&[1, 2, 10])),
    ("setting", ANY, Said(&["choice-setting-", "choice-place-setting-"])),
    ("side", ANY, Side),
    ("sign", ANY, Text(&["N", "AR"])),
    ("span", ANY, Said(SPANS)),
    ("span", &["instant-"], Said(&["span-in-days", "span-hours", "span-minutes"])),
    ("square", ANY, Square),
    ("squares", ANY, Squares),
    ("step", ANY, Number(&[0, 1, 2, 40])),
    ("steps", ANY, Number(&[1, 2, 40, 200])),
    ("stack", ANY, Number(&[0, 1, 2, 8])),
    ("standing", ANY, Said(&["standing-"])),
    ("state", ANY, Said(&["end-"])),
    ("state", &["games-to-move"], Said(&["games-running"])),
    ("state", &["games-line"], Said(&["result-"])),
    ("takers", ANY, Said(&["hints-taken-by"])),
    ("target", ANY, Placed(&[])),
    ("target", &["illegal-cannot-be-taken"], Placed(&["block"])),
    ("target", &["target-promotes"], Typed(&["e8", "d8, takes Rook"], &["e8", "d8, schlägt Turm"])),
    ("target", &["illegal-joker-cannot-be-taken"], Placed(&["joker"])),
    ("terms", &["board-agreed", "rules-agreed"], Terms),
    ("terms", &["refused-stray-word"], Words("choice-colour-")),
    ("text", ANY, NOT_MOVES),
    ("text", &["check-"], Said(&["check-store-", "check-drawing-", "check-waiting", "check-put-aside"])),
    ("thread", ANY, Text(&["yes", "no"])),
    ("time", ANY, Text(&["14:00", "09:05"])),
    ("title", ANY, Said(&["board-title"])),
    ("title", &["games-none"], Said(&["games-of", "games-here"])),
    ("to", ANY, Square),
    ("to", &["illegal-captures-by-going"], Targets),
    ("unfamiliar", ANY, Number(&[0, 1])),
    ("until", ANY, Said(MOMENTS)),
    ("up", ANY, Number(&[0, 1, 2])),
    ("usage", ANY, Typed(&["play [opponent] [variant]"], &["spielen [gegner] [spiel]"])),
    ("value", ANY, Said(&["choice-array-"])),
    ("value", &["settings-line"], Said(&["choice-theme-", "choice-reminders-", "settings-idle", "pace-"])),
    ("values", &["refused-settings-value"], Typed(&["English, Deutsch, auto"], &["English, Deutsch, auto"])),
    ("value", &["panel-pace"], Said(&["pace-", "panel-pace-none"])),
    ("value", &["panel-time-out"], Said(&["choice-timeout-"])),
    ("variant", ANY, Said(&["choice-variant-"])),
    ("variant", &["board-title"], Said(&["choice-variant-", "variant-touch-move"])),
    ("victim", ANY, Placed(&[])),
    ("victims", ANY, Several),
    ("victims", &["target-"], Victims),
    ("wanted", ANY, Piece),
    ("way", ANY, Said(&["way-", "captures-"])),
    ("what", ANY, Typed(&["a Queen", "a Rook and 2 Pawns"], &["eine Dame", "ein Turm und 2 Bauern"])),
    ("weekday", ANY, Typed(&["Mon"], &["Mo."])),
    ("waiting", ANY, Number(COUNTS)),
    ("white", ANY, Person),
    ("white", &["panel-alt"], Said(&["alt-army"])),
    ("why", ANY, Said(&["illegal-", "castling-"])),
    ("why", &["only-you"], Text(&["apps", "other"])),
    ("winner", ANY, Person),
    ("word", ANY, Text(&["gruyère", "xx", "/"])),
    ("words", ANY, Text(&["10+5", "5 min"])),
    ("words", &["help-option-words"], Typed(&["captured, initial, all"], &["geschlagen, anfang, alle"])),
    ("words", &["board-moved", "hint-move", "live-moved"], Told),
    ("year", ANY, Text(&["2027"])),
];

/// Lists with their number beside them: key, number, list, and how many there can be.
const TOGETHER: &[(&str, &str, &str, Kind, &[usize])] = &[
    ("illegal-promotion-unavailable", "count", "choices", Piece, &[0, 1, 2, 12]),
    ("not-allowed", "count", "permissions", PERMISSIONS, &[1, 2, 3]),
    ("refused-nothing-there", "count", "squares", Square, &[0, 1, 2, 3]),
    ("refused-nothing-touched", "count", "squares", Square, &[0, 1, 2, 3]),
    ("refused-touched-before", "count", "pieces", Placed(&[]), &[0, 1, 2, 3]),
];

/// The values of a text's variables.
pub fn slots(text: &Text, voice: &Voice) -> Result<Vec<Slot>, String> {
    let mut slots = Vec::new();
    let together = TOGETHER.iter().find(|(key, ..)| *key == text.key);
    if let Some((_, count, list, kind, sizes)) = together {
        let items: Vec<String> = values::all(*kind, voice).iter().map(Value::text).collect();
        let of = |size: &usize| counted(voice, &items[..*size]);
        slots.push(Slot {
            names: vec![(*count).to_owned(), (*list).to_owned()],
            rows: sizes.iter().map(of).collect(),
        });
    }
    for variable in &text.variables {
        if together.is_some_and(|(_, count, list, ..)| [count, list].contains(&&variable.as_str())) {
            continue;
        }
        let kind = kind(text, variable).ok_or_else(|| {
            format!("{} {}: no row of the table says what ${variable} can be", text.file, text.key)
        })?;
        let rows = values::all(kind, voice).into_iter().map(|value| vec![value]).collect();
        slots.push(Slot { names: vec![variable.clone()], rows });
    }
    Ok(slots)
}

fn counted(voice: &Voice, items: &[String]) -> Vec<Value> {
    let list = Value { value: voice.list("list-and", items).into(), several: items.len() > 1 };
    vec![Value { value: items.len().into(), several: items.len() > 1 }, list]
}

fn kind(text: &Text, variable: &str) -> Option<Kind> {
    let of = |(name, keys, kind): &Row| {
        let fits = keys.iter().filter(|key| text.key.starts_with(**key)).map(|key| key.len()).max();
        fits.filter(|_| *name == variable).map(|length| (length, *kind))
    };
    TABLE.iter().filter_map(of).max_by_key(|(length, _)| *length).map(|(_, kind)| kind)
}

/// Rows that no text needs any more.
pub fn unused(texts: &[Text]) -> Vec<String> {
    let fits = |name: &str, key: &str| {
        texts.iter().any(|text| text.key.starts_with(key) && text.variables.iter().any(|it| it == name))
    };
    let rows = TABLE.iter().flat_map(|(name, keys, _)| keys.iter().map(move |key| (*name, *key)));
    let pairs = TOGETHER.iter().flat_map(|(key, count, list, ..)| [(*count, *key), (*list, *key)]);
    rows.chain(pairs)
        .filter(|(name, key)| !fits(name, key))
        .map(|(name, key)| format!("${name} in {key}…"))
        .collect()
}

/// Whether a variable of a text names a person, or a piece of more than one grammatical gender.
pub fn is_of_any_gender(text: &Text, variable: &str) -> bool {
    match kind(text, variable) {
        // The Joker is the one that moves, and it has a gender.
        _ if variable == "copied" => false,
        Some(Person | Piece | Placed([])) => true,
        Some(Placed(keys)) => keys
            .iter()
            .any(|key| german::gender_of(key).map(|it| it.0) != german::gender_of(keys[0]).map(|it| it.0)),
        _ => false,
    }
}
