//! Presents a player's own cards in Schachen: a picture with the hand face up and the squares for
//! drops, and the steps of dropping one.

use adoube_render::{Mark, Scene, SideCards};
use adoube_rules::{CardDrop, Move, PieceType, Position, Square, notation};

use crate::{
    Block, ControlRow, Menu, MenuOption, Message, Picture,
    core::{
        command::{BoardButton, ButtonId},
        game::PendingTurn,
        notice::{HandNotice, HandStep},
    },
    text::{
        Localizer,
        board::{board_state, picture, piece_counts},
        buttons::board_button,
        message::{Button, ButtonStyle},
        scenes,
    },
};

/// The hand, and the next choice.
pub(crate) fn message(speaker: Localizer<'_>, notice: &HandNotice) -> Message {
    let Some(position) = board_state::position(&notice.board) else {
        return Message::from_text(speaker.fixed_sentence("refused-trouble"));
    };
    let hand = HandText { speaker, notice, position: &position };
    let mut blocks = vec![Block::Text(hand.sentence())];
    blocks.extend(hand.places());
    let made = notice.begun.as_ref().map(PendingTurn::pending_move);
    let rows = match (notice.step, made) {
        (HandStep::Look, _) | (_, None) => Vec::new(),
        (HandStep::Card, Some(made)) => hand.cards(&made),
        (HandStep::Square { card }, Some(made)) => hand.squares(&made, card),
    };
    Message { blocks, picture: Some(hand.picture()), rows, ..Message::default() }
}

struct HandText<'a> {
    speaker: Localizer<'a>,
    notice: &'a HandNotice,
    /// The public position.
    position: &'a Position,
}

impl HandText<'_> {
    /// The cards in hand, and the next choice.
    fn sentence(&self) -> String {
        let in_hand = self.in_hand();
        let Some(begun) = &self.notice.begun else { return in_hand };
        let san = self.speaker.written(&notation::san_move(self.position, &begun.pending_move()));
        let ask = match self.notice.step {
            HandStep::Square { card } => self.speaker.sentence(
                "hand-ask-square",
                &[("san", san.into()), ("piece", self.speaker.kind(card).into())],
            ),
            HandStep::Card | HandStep::Look => self.speaker.sentence("hand-ask-card", &[("san", san.into())]),
        };
        format!("{ask} {in_hand}")
    }

    /// "Your cards: Queen, Knight and 2 Pawns."
    fn in_hand(&self) -> String {
        let names = piece_counts::names(self.speaker, &self.notice.hand);
        if names.is_empty() {
            return self.speaker.fixed_sentence("hand-empty");
        }
        self.speaker.sentence("hand-cards", &[("pieces", self.speaker.list(&names).into())])
    }

    /// The squares where each card may be dropped.
    fn places(&self) -> Vec<Block> {
        if self.notice.hand.is_empty() {
            return Vec::new();
        }
        let shown: Vec<CardDrop> = self.shown().collect();
        if shown.is_empty() {
            return vec![Block::Text(self.speaker.fixed_sentence("hand-nowhere"))];
        }
        let title = if self.notice.begun.is_some() { "hand-places" } else { "hand-places-ahead" };
        let lines = kinds(&shown).into_iter().map(|card| {
            let squares: Vec<String> = squares_of(&shown, card).map(|square| square.to_string()).collect();
            format!("{}: {}", self.speaker.kind(card), squares.join(", "))
        });
        vec![Block::Text(self.speaker.fixed_sentence(title)), Block::List(lines.collect())]
    }

    /// The drops offered in this step.
    fn shown(&self) -> impl Iterator<Item = CardDrop> {
        let only = match self.notice.step {
            HandStep::Square { card } => Some(card),
            HandStep::Look | HandStep::Card => None,
        };
        self.notice.drops.iter().copied().filter(move |drop| only.is_none_or(|card| card == drop.card))
    }

    /// The board with the hand face up. A pending move is shown as made, so that the squares for
    /// cards can be seen.
    fn picture(&self) -> Picture {
        let HandNotice { board, side, hand, begun, .. } = self.notice;
        let stack = scenes::stack_size(self.position, *side);
        picture::picture(self.speaker, board, self.position, *side, |scene| {
            let scene = match begun {
                Some(begun) => {
                    let after = Scene::of(&self.position.apply(&begun.pending_move()), *side);
                    let mut scene = Scene { pieces: after.pieces, window: after.window, ..scene };
                    // The pending move parries any check.
                    scene.marks.clear(Mark::Check);
                    scene.with_marks(Mark::Picked, [begun.to])
                }
                None => scene,
            };
            scene
                .with_cards(*side, SideCards::face_up(hand.iter().copied(), stack))
                .with_marks(Mark::Drop, self.shown().map(|drop| drop.square))
        })
    }

    fn cards(&self, made: &Move) -> Vec<ControlRow> {
        let drops: Vec<CardDrop> = self.notice.drops.clone();
        let options = kinds(&drops)
            .into_iter()
            .map(|card| MenuOption { value: card.code().to_owned(), label: self.speaker.kind(card) });
        let mut buttons = vec![self.button(BoardButton::Pass(*made), "button-pass", ButtonStyle::Primary)];
        // Under touch-move the pending move cannot be changed.
        if self.notice.board.touches.is_none() {
            buttons.push(self.button(BoardButton::PiecePage(0), "button-other-move", ButtonStyle::Secondary));
        }
        vec![
            self.menu(BoardButton::Card(*made), "pick-card", options.collect()),
            ControlRow::Buttons(buttons),
        ]
    }

    fn squares(&self, made: &Move, card: PieceType) -> Vec<ControlRow> {
        let options = squares_of(&self.notice.drops, card)
            .map(|square| MenuOption { value: square.to_string(), label: square.to_string() });
        let back = self.button(BoardButton::Cards(*made), "button-back", ButtonStyle::Secondary);
        let pass = self.button(BoardButton::Pass(*made), "button-pass", ButtonStyle::Secondary);
        vec![
            self.menu(BoardButton::DropOn(*made, card), "pick-drop-square", options.collect()),
            ControlRow::Buttons(vec![back, pass]),
        ]
    }

    fn menu(&self, target: BoardButton, label: &str, options: Vec<MenuOption>) -> ControlRow {
        let (game, turn) = (self.notice.board.game.clone(), self.notice.board.revision);
        let id = ButtonId::Turn { game, turn, target }.to_string();
        ControlRow::Menu(Menu { id, label: self.speaker.fixed_sentence(label), options, is_of_people: false })
    }

    fn button(&self, target: BoardButton, key: &str, style: ButtonStyle) -> Button {
        board_button(
            &self.notice.board.game,
            self.notice.board.revision,
            target,
            self.speaker.fixed_sentence(key),
            style,
        )
    }
}

/// The droppable cards, each kind once.
fn kinds(drops: &[CardDrop]) -> Vec<PieceType> {
    let mut kinds: Vec<PieceType> = drops.iter().map(|drop| drop.card).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn squares_of(drops: &[CardDrop], card: PieceType) -> impl Iterator<Item = Square> {
    drops.iter().filter(move |drop| drop.card == card).map(|drop| drop.square)
}
