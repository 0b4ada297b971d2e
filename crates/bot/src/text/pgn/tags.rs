//! Writes PGN tag pairs: who played what, when, from which position, and how it ended.

use adoube_rules::{
    ArrayKind, ArraySymmetry, DuplicateRule, PieceDialect, PieceType, Position, PromotionMode, TypeSet,
    Variant,
};
use jiff::{Timestamp, Zoned, tz::TimeZone};

use super::{layout::shortened, start_position::start};
use crate::core::{
    command::ARRAYS,
    game::{ArrayTerms, ClaimMode, DealCommitment, EndReason, GameEnding, GameRecord, Seat},
};

/// A name and its value.
type Tag = (&'static str, String);

/// Variant name of Grand Chess with this project's letters and fields. Programs that know a variant
/// `Grand` expect other letters for two pieces and no further fields.
const OWN_GRAND: &str = "Adoube Grand";
/// Variant name of Grand Chess as those programs know it.
const GRAND: &str = "Grand";

/// All tags in their order.
pub(super) fn all(
    record: &GameRecord,
    ended_at: Option<u64>,
    letters: PieceDialect,
    is_here: bool,
) -> Vec<Tag> {
    let site = if is_here { record.channel.to_string() } else { record.channel.platform().to_owned() };
    let started = instant(record.started_at);
    let (white, black) = (&record.seats.white, &record.seats.black);
    let mut tags = vec![
        ("Event", "Casual game".to_owned()),
        ("Site", shortened(&site)),
        ("Date", date(&started)),
        ("Round", "-".to_owned()),
        ("White", shortened(&white.in_records())),
        ("Black", shortened(&black.in_records())),
        ("Result", result(record).to_owned()),
        ("WhiteType", kind_of_player(white).to_owned()),
        ("BlackType", kind_of_player(black).to_owned()),
        ("UTCDate", date(&started)),
        ("UTCTime", time(&started)),
    ];
    if let Some(ended) = ended_at.map(instant) {
        tags.extend([("EndDate", date(&ended)), ("EndTime", time(&ended))]);
    }
    tags.push(("GameId", record.id.to_string()));
    tags.extend(variant_tags(record, letters));
    if let Some(array) = &record.array {
        tags.extend(array_tags(record, array));
    }
    // During the piece selection there is no first position yet.
    if record.choosing.is_none() {
        tags.extend(position_tags(record, letters));
    }
    if let Some(DealCommitment { sha256, text }) = record.commitment() {
        tags.push(("Commitment", sha256));
        tags.extend(text.map(|text| ("Deal", text)));
    }
    if record.touch_move {
        tags.push(("TouchMove", "1".to_owned()));
    }
    if record.claims == ClaimMode::Automatic {
        tags.push(("AutoClaim", "1".to_owned()));
    }
    tags.extend(time_tags(record));
    tags.push(("PlyCount", record.plies.to_string()));
    tags.push(("Termination", termination(record).to_owned()));
    tags
}

fn instant(millis: u64) -> Zoned {
    let millis = i64::try_from(millis).unwrap_or(i64::MAX);
    Timestamp::from_millisecond(millis).unwrap_or_default().to_zoned(TimeZone::UTC)
}

fn date(at: &Zoned) -> String {
    at.strftime("%Y.%m.%d").to_string()
}

fn time(at: &Zoned) -> String {
    at.strftime("%H:%M:%S").to_string()
}

/// The player types of the PGN standard.
const fn kind_of_player(seat: &Seat) -> &'static str {
    match seat {
        Seat::Person(_) | Seat::Team { .. } => "human",
        Seat::Computer { .. } => "program",
    }
}

fn variant_tags(record: &GameRecord, letters: PieceDialect) -> Vec<Tag> {
    let name = match record.variant {
        Variant::Chess => return Vec::new(),
        Variant::Chess960 => "Chess960",
        Variant::Schachen => "Schachen",
        Variant::Grand if is_known_to_others(record, letters) => GRAND,
        Variant::Grand => OWN_GRAND,
    };
    let mut tags = vec![("Variant", name.to_owned())];
    if name == OWN_GRAND && letters == PieceDialect::FairyStockfish {
        tags.push(("PieceLetters", "Fairy-Stockfish".to_owned()));
    }
    tags
}

/// Whether other programs can read the game: in their letters, with the classic pieces alone, and
/// with promotion to captured pieces, so that six fields describe the first position completely.
fn is_known_to_others(record: &GameRecord, letters: PieceDialect) -> bool {
    if letters != PieceDialect::FairyStockfish || record.choosing.is_some() {
        return false;
    }
    let Ok(start) = Position::parse(record.variant, &record.start) else { return false };
    let classic: TypeSet = Position::start(record.variant).pieces().map(|(_, piece)| piece.kind).collect();
    let has_classic_types = start.pieces().all(|(_, piece)| classic.contains(piece.kind));
    let reads_it = |fen: String| {
        Position::parse_foreign(record.variant, &fen, Some(letters)).is_ok_and(|read| read.position == start)
    };
    has_classic_types
        && start.promotion_mode() == PromotionMode::Captured
        && start.fen(letters).is_some_and(reads_it)
}

/// The first position, if it is not the variant's usual one. What six fields of Grand Chess cannot
/// express is in a tag of this project, `PositionKeys`: the keys of the position text.
fn position_tags(record: &GameRecord, letters: PieceDialect) -> Vec<Tag> {
    let text = start(record);
    let fen = |text: String| [("SetUp", "1".to_owned()), ("FEN", text)];
    if record.variant != Variant::Grand {
        let is_usual = text == Position::start(Variant::Chess).to_string();
        return if is_usual { Vec::new() } else { fen(text).into() };
    }
    let Ok(first) = Position::parse(record.variant, &text) else { return Vec::new() };
    let usual = Position::start(record.variant);
    let mut tags = Vec::new();
    if first.fen(letters) != usual.fen(letters) {
        tags.extend(first.fen(letters).into_iter().flat_map(fen));
    }
    if keys(&first) != keys(&usual) && !is_known_to_others(record, letters) {
        tags.push(("PositionKeys", keys(&first)));
    }
    tags
}

/// The part of a position text after its six fields.
fn keys(position: &Position) -> String {
    position.full_text().split(' ').skip(6).collect::<Vec<_>>().join(" ")
}

/// Tags of the time control. The standard knows a time for one move (`1/259200`, in seconds) and
/// one for the whole game (`302400`), but no time per move with a reserve for what exceeds it: its
/// increments would be added up, and its periods follow one another. So the reserve has a tag of
/// its own, and programs that know the standard alone read the right time per move. `-` is a game
/// without a limit.
fn time_tags(record: &GameRecord) -> Vec<Tag> {
    let Some(pace) = record.clock.as_ref().map(|clock| clock.pace) else {
        return vec![("TimeControl", "-".to_owned())];
    };
    let (per_move, reserve) = (pace.per_move() / 1000, pace.reserve() / 1000);
    let control = if per_move == 0 { reserve.to_string() } else { format!("1/{per_move}") };
    let mut tags = vec![("TimeControl", control)];
    if per_move > 0 && reserve > 0 {
        tags.push(("TimeReserve", reserve.to_string()));
    }
    tags
}

/// The agreed terms of the array that the position text does not hold.
fn array_tags(record: &GameRecord, array: &ArrayTerms) -> Vec<Tag> {
    let mut tags = vec![("Array", ARRAYS.word(&array.array).to_owned())];
    if array.array == ArrayKind::Classic {
        return tags;
    }
    let kinds = Position::parse(record.variant, &record.start).map(|start| array.extra_pieces(&start));
    let codes: Vec<&str> = kinds.unwrap_or_default().into_iter().map(PieceType::code).collect();
    let duplicates = if array.duplicates == DuplicateRule::Allowed { "allowed" } else { "forbidden" };
    let symmetry = if array.symmetry == ArraySymmetry::Rotated { "rotated" } else { "mirrored" };
    if record.choosing.is_none() {
        tags.push(("ExtraPieces", codes.join(" ")));
    }
    tags.push(("Duplicates", duplicates.to_owned()));
    tags.push(("Symmetry", symmetry.to_owned()));
    tags
}

pub(super) fn result(record: &GameRecord) -> &'static str {
    record.ending.as_ref().map_or("*", GameEnding::result)
}

fn termination(record: &GameRecord) -> &'static str {
    match record.ending.as_ref().map(|ending| &ending.reason) {
        None => "unterminated",
        Some(EndReason::Aborted | EndReason::NotStarted | EndReason::Abandoned) => "abandoned",
        Some(EndReason::Time | EndReason::TimeDraw) => "time forfeit",
        Some(_) => "normal",
    }
}
