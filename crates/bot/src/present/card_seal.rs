//! Puts into words what everybody may know of the cards of Schachen: how many each side has, the
//! commitment made when they were dealt, and how to verify it. Not here: a player's own cards
//! (`hand`).

use adoube_render::{SideCards, VisibleHand};
use adoube_rules::{Position, Side};

use crate::{
    Attachment, Block, Message,
    game::{DealCommitment, GameId},
    notice::{BoardEvent, BoardNotice, CardRefusal},
    text::{
        Localizer,
        board::{piece_counts, scenes},
        display_name,
    },
};

/// "White: 3 cards in hand, 8 in the stack. Black: …" The cards by name when the game is over.
pub(super) fn counts(speaker: Localizer<'_>, position: &Position) -> Option<String> {
    (position.variant().has_cards())
        .then(|| Side::BOTH.map(|side| count(speaker, side, &scenes::cards(position, side))).join(" "))
}

/// "White: 3 cards in hand, 8 in the stack."
pub(super) fn count(speaker: Localizer<'_>, side: Side, cards: &SideCards) -> String {
    let (count, known) = match &cards.hand {
        VisibleHand::Hidden(count) => (usize::from(*count), &[][..]),
        VisibleHand::Known(kinds) => (kinds.len(), kinds.as_slice()),
    };
    let names = piece_counts::names(speaker, known);
    let args = [
        ("side", speaker.side(side).into()),
        ("hand", (count as u64).into()),
        ("pieces", speaker.list(&names).into()),
        ("stack", u32::from(cards.stack).into()),
    ];
    speaker.sentence(if names.is_empty() { "cards-count" } else { "cards-open" }, &args)
}

/// The commitment on a posted board: its hash at the start, the whole sealed text at the end.
pub(super) fn seal(speaker: Localizer<'_>, board: &BoardNotice) -> Vec<Block> {
    let Some(DealCommitment { sha256, text }) = &board.commitment else { return Vec::new() };
    match (&board.event, text) {
        (BoardEvent::Started, _) => {
            vec![Block::Text(speaker.fixed_sentence("deal-sealed")), fingerprint(sha256)]
        }
        (_, Some(text)) => {
            let args = [("game", board.game.to_string().into())];
            vec![Block::Text(speaker.sentence("deal-opened", &args)), Block::Code(text.clone())]
        }
        _ => Vec::new(),
    }
}

/// The hash as a block of its own: a screen reader would spell it out within a sentence.
fn fingerprint(sha256: &str) -> Block {
    Block::Code(sha256.to_owned())
}

/// The commitment to the cards, and how to verify it.
pub(super) fn verified(
    speaker: Localizer<'_>,
    game: &GameId,
    commitment: &DealCommitment,
    fits: bool,
) -> Message {
    let hash = fingerprint(&commitment.sha256);
    let Some(text) = &commitment.text else {
        let sealed = speaker.sentence("verify-sealed", &[("game", game.to_string().into())]);
        return Message { blocks: vec![Block::Text(sealed), hash], ..Message::default() };
    };
    let name = format!("adoube-{game}-cards.txt");
    let by_hand = format!("printf %s '{text}' | sha256sum");
    let file = [("name", name.as_str().into())];
    Message {
        blocks: vec![
            Block::Text(speaker.fixed_sentence(if fits { "verify-fits" } else { "verify-fails" })),
            Block::Code(text.clone()),
            Block::Text(speaker.sentence("verify-by-hand", &file)),
            Block::Code(by_hand),
            Block::Text(speaker.fixed_sentence("verify-compare")),
            hash,
        ],
        attachment: Some(Attachment { name, media_type: "text/plain".to_owned(), text: text.clone() }),
        ..Message::default()
    }
}

/// The sentence for a refusal about cards.
pub(super) fn refusal(speaker: Localizer<'_>, refusal: &CardRefusal) -> String {
    let of = |key: &str, variant| speaker.sentence(key, &[("variant", speaker.variant(variant).into())]);
    match refusal {
        CardRefusal::NoCards { variant } => of("refused-no-cards", *variant),
        CardRefusal::NoKingsChoice { variant } => of("refused-no-kings-choice", *variant),
        CardRefusal::MoveFirst => speaker.fixed_sentence("refused-move-first"),
        CardRefusal::NotADrop { text } => {
            speaker.sentence("refused-not-a-drop", &[("text", display_name(text).into())])
        }
        CardRefusal::MoveMade { from, to } => speaker.sentence(
            "refused-move-made",
            &[("from", from.to_string().into()), ("to", to.to_string().into())],
        ),
        CardRefusal::Telling { word } => {
            speaker.sentence("refused-telling", &[("word", display_name(word).into())])
        }
        CardRefusal::NoIntendedClaims => speaker.fixed_sentence("refused-no-intended-claims"),
        CardRefusal::NoTakebacks => speaker.fixed_sentence("refused-no-takebacks-with-cards"),
        CardRefusal::Overheard => speaker.fixed_sentence("refused-overheard"),
        CardRefusal::CommandOverheard => speaker.fixed_sentence("refused-command-overheard"),
        CardRefusal::TurnOverheard => speaker.fixed_sentence("refused-turn-overheard"),
    }
}
