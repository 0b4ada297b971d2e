//! Handles `/pick` and its menus: the players of a Grand Chess game select extra pieces by turns,
//! after a challenge was accepted. Not here: the terms (`handler`, `features::challenge`), and the
//! effect of a selection (`gameplay::progress`).

use adoube_rules::{PieceType, Side};

use crate::{
    Language, Notice, Reply,
    core::{
        command::PieceGroup,
        game::{GameRecord, Seat},
        notice::{GameRefusal, SelectionStep, SelectionStepNotice, SetupRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply, update_reply},
    text::PieceNames,
};

/// Upper limit of pieces in a menu.
const MENU: usize = 25;

impl HandlerRequest<'_> {
    pub(crate) fn pick_piece(&mut self, text: Option<&str>) -> HandlerResult {
        self.as_chooser()?;
        let Some(text) = text else { return Ok(private_reply(self.choose_step(SelectionStep::Groups)?)) };
        match named(
            &self.context.text.piece_names,
            self.letter_language(),
            text,
            &self.require_game()?.open_types(),
        ) {
            NamedSelection::One(kind) => {
                self.choose(kind)?;
                Ok(Reply::Public)
            }
            NamedSelection::Some(kinds) => {
                let text = text.to_owned();
                Ok(private_reply(self.choose_step(SelectionStep::Found { text, kinds })?))
            }
            NamedSelection::None(near) => Err(GameRefusal::unknown_piece(text, &near).into()),
        }
    }

    /// Shows the first step, from a public button.
    pub(crate) fn begin_choosing(&self) -> HandlerResult {
        self.as_chooser()?;
        Ok(private_reply(self.choose_step(SelectionStep::Groups)?))
    }

    /// Shows another step in place of the one before.
    pub(crate) fn next_choose_step(&self, step: SelectionStep) -> HandlerResult {
        self.as_chooser()?;
        Ok(update_reply(self.choose_step(step)?))
    }

    pub(crate) fn group_picked(&self, value: Option<&str>) -> HandlerResult {
        let group = value.and_then(PieceGroup::from_key).ok_or(GameRefusal::UnknownButton)?;
        self.next_choose_step(SelectionStep::Group(group))
    }

    pub(crate) fn kind_picked(&self, value: Option<&str>) -> HandlerResult {
        let kind = value.and_then(PieceType::from_code).ok_or(GameRefusal::UnknownButton)?;
        self.next_choose_step(SelectionStep::Kind(kind))
    }

    pub(crate) fn kind_confirmed(&mut self, kind: PieceType) -> HandlerResult {
        self.choose(kind)?;
        Ok(update_reply(Notice::PieceSelected { kind }))
    }

    /// The game in its piece selection, if the sender is to choose.
    fn as_chooser(&self) -> HandlerResult<(&GameRecord, Side)> {
        let (record, side) = self.require_player()?;
        match record.chooser() {
            None => Err(SetupRefusal::NotChoosing.into()),
            Some(chooser) if chooser == side => Ok((record, side)),
            Some(chooser) => Err(SetupRefusal::NotYourChoice { of: record.seats.of(chooser).clone() }.into()),
        }
    }

    fn choose_step(&self, step: SelectionStep) -> HandlerResult<Notice> {
        let record = self.require_game()?;
        let open = record.open_types();
        let is_empty = match &step {
            SelectionStep::Group(group) => !open.iter().any(|kind| group.has(*kind)),
            SelectionStep::Kind(kind) => {
                return self.may_choose(*kind).map(|()| choose_notice(record, open, step));
            }
            SelectionStep::Groups | SelectionStep::Found { .. } => false,
        };
        if is_empty {
            return Err(GameRefusal::UnknownButton.into());
        }
        Ok(choose_notice(record, open, step))
    }

    fn may_choose(&self, kind: PieceType) -> HandlerResult<()> {
        let record = self.require_game()?;
        if kind.is_king_or_pawn() {
            return Err(SetupRefusal::NoExtraPiece { kind }.into());
        }
        if !record.open_types().contains(&kind) {
            return Err(SetupRefusal::PieceTaken { kind, by: chosen_by(record, kind) }.into());
        }
        Ok(())
    }

    fn choose(&mut self, kind: PieceType) -> HandlerResult<()> {
        let (_, by) = self.as_chooser()?;
        self.may_choose(kind)?;
        self.confirm_return_before_selection(kind)?;
        self.course().choose(by, kind)
    }
}

fn choose_notice(record: &GameRecord, open: Vec<PieceType>, step: SelectionStep) -> Notice {
    Notice::SelectionStep(Box::new(SelectionStepNotice {
        game: record.id.clone(),
        revision: record.revision,
        open,
        step,
    }))
}

/// The player who chose this type.
fn chosen_by(record: &GameRecord, kind: PieceType) -> Option<Seat> {
    let (array, choosing) = (record.array.as_ref()?, record.choosing.as_ref()?);
    let place = choosing.chosen.iter().position(|chosen| *chosen == kind)?;
    Some(record.seats.of(array.chooser(place)).clone())
}

/// Result of a typed piece name.
enum NamedSelection {
    /// One piece, whether it may be chosen or not.
    One(PieceType),
    /// Pieces that may be chosen and whose names contain the text.
    Some(Vec<PieceType>),
    /// No piece; perhaps one of these was meant.
    None(Vec<PieceType>),
}

fn named(names: &PieceNames, language: Language, text: &str, open: &[PieceType]) -> NamedSelection {
    if let Some(kind) = names.find(text, language) {
        return NamedSelection::One(kind);
    }
    let mut kinds = names.containing(text);
    kinds.retain(|kind| open.contains(kind));
    kinds.truncate(MENU);
    if kinds.is_empty() { NamedSelection::None(names.nearest(text)) } else { NamedSelection::Some(kinds) }
}
