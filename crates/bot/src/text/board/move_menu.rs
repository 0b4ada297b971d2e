//! Writes legal moves as lines of text, and as menus to choose one in steps: piece, square,
//! promotion. Not here: which step a player is at (`gameplay::turn::picker`).

use adoube_rules::{
    Move, Piece, PieceType, Position, Square,
    notation::{self, SanMove},
};

use super::{board_state, placed_pieces, touch_status};
use crate::{
    Viewer,
    core::{
        command::{BoardButton, ButtonId, promotion_value},
        notice::BoardNotice,
    },
    text::{
        Localizer,
        buttons::board_button,
        message::{Button, ButtonStyle, ControlRow, Menu, MenuOption},
    },
};

/// Options in a menu.
const PAGE: usize = 25;

/// These moves, a line for each piece.
pub(crate) fn move_lines(speaker: Localizer<'_>, position: &Position, moves: &[Move]) -> Vec<String> {
    let legal = position.legal_moves();
    let written = notation::san_moves(position, &legal);
    let named: Vec<(&Move, &SanMove)> =
        legal.iter().zip(&written).filter(|(legal, _)| moves.contains(legal)).collect();
    movers(position, moves).iter().map(|square| piece_line(speaker, position, &named, *square)).collect()
}

/// "Knight g1: Nf3, Nh3".
fn piece_line(
    speaker: Localizer<'_>,
    position: &Position,
    named: &[(&Move, &SanMove)],
    from: Square,
) -> String {
    let own = named.iter().filter(|(chosen, _)| chosen.from == from);
    let moves: Vec<String> = own.map(|(_, written)| speaker.written(written)).collect();
    format!("{}: {}", placed_pieces::piece_on(speaker, position, from), moves.join(", "))
}

/// "e5, takes Pawn"; for a capture elsewhere with its square: "e5, takes Knight c3".
pub(crate) fn target_name(speaker: Localizer<'_>, position: &Position, chosen: &Move) -> String {
    let mover = position.side_to_move();
    let effects = position.effects(chosen);
    let name = |(square, piece): (Square, Piece)| {
        let kind = speaker.kind(piece.kind);
        if square == chosen.to { kind } else { format!("{kind} {square}") }
    };
    let taken: Vec<String> = effects.captured(mover).map(name).collect();
    let converted: Vec<String> = effects.converted(mover).map(name).collect();
    let (key, victims) = match (taken.is_empty(), converted.is_empty()) {
        (_, false) => ("target-converts", converted),
        (false, true) => ("target-captures", taken),
        (true, true) if effects.appeared.len() > 1 => ("target-castles", Vec::new()),
        (true, true) => return chosen.to.to_string(),
    };
    let victims = speaker.list(&victims);
    speaker.sentence(key, &[("square", chosen.to.to_string().into()), ("victims", victims.into())])
}

/// The question of a step and the controls that answer it.
pub(crate) type PickerQuestion = (String, Vec<ControlRow>);

/// The choice of an open promotion under touch-move, for the viewer who has it; `None` without one.
pub(crate) fn open_promotion(
    speaker: Localizer<'_>,
    board: &BoardNotice,
    position: &Position,
    viewer: &Viewer,
) -> Option<PickerQuestion> {
    let open = board.touches.as_ref().filter(|_| board.ending.is_none())?.promoting?;
    let viewer_plays = viewer.person.as_ref().and_then(|person| board.seats.side_of(person));
    viewer_plays.filter(|side| *side == position.side_to_move())?;
    let legal = board_state::moves_left(board, position);
    Some(MoveMenus { speaker, board, position, legal: &legal, viewer }.promotions(open.from, open.to, 0))
}

/// The menus of one board: each step with its question and its controls.
pub(crate) struct MoveMenus<'a> {
    pub(crate) speaker: Localizer<'a>,
    pub(crate) board: &'a BoardNotice,
    pub(crate) position: &'a Position,
    /// The moves to choose from.
    pub(crate) legal: &'a [Move],
    pub(crate) viewer: &'a Viewer,
}

impl MoveMenus<'_> {
    /// The pieces with a move, and Rooks to touch for castling.
    pub(crate) fn pieces(&self, page: usize) -> PickerQuestion {
        let movers = movers(self.position, self.legal);
        let rooks = touch_status::rooks_to_castle(self.board, self.position, self.legal);
        let option = |square: &Square, label| MenuOption { value: square.to_string(), label };
        let name = |square: &Square| placed_pieces::piece_on(self.speaker, self.position, *square);
        let to_castle =
            |rook: &Square| self.speaker.sentence("pick-rook-to-castle", &[("piece", name(rook).into())]);
        let options = movers
            .iter()
            .map(|square| option(square, name(square)))
            .chain(rooks.iter().map(|rook| option(rook, to_castle(rook))));
        let rows = self.menu(
            BoardButton::Piece,
            "pick-piece",
            options.collect(),
            page,
            BoardButton::PiecePage,
            None,
        );
        (self.speaker.fixed_sentence("pick-piece"), rows)
    }

    /// The squares to which a piece can move.
    pub(crate) fn squares(&self, from: Square, page: usize) -> PickerQuestion {
        let mut options: Vec<MenuOption> = Vec::new();
        for chosen in self.legal.iter().filter(|chosen| chosen.from == from) {
            let value = chosen.to.to_string();
            if options.iter().all(|option| option.value != value) {
                let label = target_name(self.speaker, self.position, chosen);
                options.push(MenuOption { value, label });
            }
        }
        let rows = self.menu(
            BoardButton::Square(from),
            "pick-square",
            options,
            page,
            |page| BoardButton::SquarePage(from, page),
            Some(BoardButton::PiecePage(0)),
        );
        let piece = placed_pieces::piece_on(self.speaker, self.position, from);
        let text = self.speaker.sentence("pick-square-of", &[("piece", piece.into())]);
        (text, rows)
    }

    /// The types to which a piece can promote on a square.
    pub(crate) fn promotions(&self, from: Square, to: Square, page: usize) -> PickerQuestion {
        let options = self.legal.iter().filter(|chosen| chosen.from == from && chosen.to == to);
        let options = options.map(|chosen| MenuOption {
            value: promotion_value(chosen.choice),
            label: chosen.choice.map_or_else(|| self.stays(from), |kind| self.speaker.kind(kind)),
        });
        let rows = self.menu(
            BoardButton::Promotion(from, to),
            "pick-promotion",
            options.collect(),
            page,
            |page| BoardButton::PromotionPage(from, to, page),
            // Under touch-move the Pawn's move cannot be changed.
            Some(BoardButton::SquarePage(from, 0)).filter(|_| self.board.touches.is_none()),
        );
        let bound = self.board.touches.as_ref().is_some_and(|touches| touches.promoting.is_some());
        let key = if bound { "pick-promotion-or-say" } else { "pick-promotion-on" };
        (self.speaker.sentence(key, &[("square", to.to_string().into()), self.viewer.may_just_say()]), rows)
    }

    fn stays(&self, from: Square) -> String {
        let kind = self.position.piece_at(from).map_or(PieceType::PAWN, |piece| piece.kind);
        self.speaker.sentence("pick-stays", &[("piece", self.speaker.kind(kind).into())])
    }

    /// A page of a menu, with buttons for other pages and for the step before.
    fn menu(
        &self,
        target: BoardButton,
        label: &str,
        options: Vec<MenuOption>,
        page: usize,
        page_target: impl Fn(usize) -> BoardButton,
        back: Option<BoardButton>,
    ) -> Vec<ControlRow> {
        let pages = options.len().div_ceil(PAGE).max(1);
        let page = page.min(pages - 1);
        let id =
            ButtonId::Turn { game: self.board.game.clone(), turn: self.board.revision, target }.to_string();
        let options: Vec<MenuOption> = options.into_iter().skip(page * PAGE).take(PAGE).collect();
        let mut rows = vec![ControlRow::Menu(Menu {
            id,
            label: self.speaker.fixed_sentence(label),
            options,
            is_of_people: false,
        })];
        let mut row: Vec<Button> = Vec::new();
        row.extend(back.map(|target| self.button(target, "button-back")));
        if page > 0 {
            row.push(self.button(page_target(page - 1), "button-previous"));
        }
        if page + 1 < pages {
            row.push(self.button(page_target(page + 1), "button-next"));
        }
        if !row.is_empty() {
            rows.push(ControlRow::Buttons(row));
        }
        rows
    }

    fn button(&self, target: BoardButton, key: &str) -> Button {
        board_button(
            &self.board.game,
            self.board.revision,
            target,
            self.speaker.fixed_sentence(key),
            ButtonStyle::Secondary,
        )
    }
}

/// Squares of pieces with a legal move, in the order of the piece table.
pub(crate) fn movers(position: &Position, legal: &[Move]) -> Vec<Square> {
    let mut squares: Vec<Square> = legal.iter().map(|chosen| chosen.from).collect();
    squares.sort_unstable();
    squares.dedup();
    squares.sort_by_key(|square| position.piece_at(*square).map(|piece| piece.kind.index()));
    squares
}
