//! Buttons and menus. What they do is what the commands do; here they are only checked against the game as it stands.

use adoube_rules::{CardDrop, PieceType, Square};

use super::{Decided, Flow, private, timing::check_choice, update};
use crate::{
    Notice,
    command::{
        AfterTarget, Again, BoardView, Component, ConfirmedEnd, ExportFormat, FORMATS, Invitation, OfferWord,
        PieceGroup, Step, Target, promotion_move,
    },
    game::{GameId, GameRecord},
    notice::{ChooseStep, PickStep, Refusal},
};

impl Flow<'_> {
    pub(super) async fn press(&mut self, component: &Component, value: Option<&str>) -> Decided {
        match component {
            Component::Play(variant) => {
                self.challenge(&Invitation { kind: Some(*variant), ..Invitation::default() }).await?;
                Ok(update(Notice::PanelClosed { sent: true }))
            }
            Component::Computer(variant) => {
                let kind = Some(*variant);
                self.challenge(&Invitation { kind, computer: true, ..Invitation::default() }).await?;
                Ok(update(Notice::SoloBegun))
            }
            Component::Accept(id) => self.accept(id).await,
            Component::Decline(id) => self.decline(id),
            Component::Withdraw(id) => self.withdraw(id),
            Component::Panel { id, version, target } => self.press_panel(id, *version, *target, value).await,
            Component::After { game, target } => self.press_after(game, target, value).await,
            Component::PieceHelp(_) => {
                let kind = value.and_then(PieceType::from_code).ok_or(Refusal::UnknownComponent)?;
                Ok(private(Notice::Piece { kind }))
            }
            Component::PieceGroups => {
                let group = match value {
                    Some(key) => Some(PieceGroup::from_key(key).ok_or(Refusal::UnknownComponent)?),
                    None => None,
                };
                Ok(update(Notice::PieceGroups { group }))
            }
            Component::Settings(target) => self.press_settings(*target, value).await,
            Component::Turn { game, turn, target } => {
                self.check_turn(game, *turn, target).await?;
                self.press_on_board(target, value).await
            }
        }
    }

    /// What is done with a game that is over, however long ago that was.
    async fn press_after(&mut self, game: &GameId, target: &AfterTarget, value: Option<&str>) -> Decided {
        match target {
            AfterTarget::Rematch => self.rematch(Again::Same, Some(game)).await,
            AfterTarget::NewArray => self.rematch(Again::Drawn, Some(game)).await,
            AfterTarget::Replay => self.replay(Some(game)).await,
            AfterTarget::Analyse => self.analyse(Some(game)).await,
            AfterTarget::Steps => Ok(private(self.at_step(Some(game), Step::First).await?)),
            AfterTarget::First => Ok(update(self.at_step(Some(game), Step::First).await?)),
            AfterTarget::Step(ply) => Ok(update(self.at_step(Some(game), Step::Ply(*ply)).await?)),
            AfterTarget::Last => Ok(update(self.at_step(Some(game), Step::Last).await?)),
            AfterTarget::Export => {
                let format = match value {
                    Some(word) => FORMATS.meaning(word).ok_or(Refusal::UnknownComponent)?,
                    None => ExportFormat::default(),
                };
                self.export(format, Some(game), self.taste.letters.dialect()).await
            }
        }
    }

    /// A button belongs to one game at one turn.
    async fn check_turn(&self, id: &GameId, turn: u64, target: &Target) -> Decided<()> {
        let Some(record) = self.draft.channel.game.as_ref().filter(|record| record.id == *id) else {
            let known = self.visible_game(id).await?;
            return Err(match known {
                None => Refusal::UnknownGame { id: Some(id.clone()) },
                Some(known) if known.is_running() => Refusal::Elsewhere,
                Some(_) => Refusal::GameOver,
            }
            .into());
        };
        check_current(record, turn, target)
    }

    async fn press_on_board(&mut self, target: &Target, value: Option<&str>) -> Decided {
        match target {
            Target::Move => self.begin_picking(),
            Target::PiecePage(page) => self.step(PickStep::Piece { page: *page }),
            Target::Piece => Ok(update(self.piece_picked(picked_square(value)?)?)),
            Target::Play(made, drop) => {
                let wanted = drop.map_or(*made, |drop| made.dropping(drop));
                Ok(update(self.move_picked(wanted)?))
            }
            Target::SquarePage(from, page) => self.step(PickStep::Square { from: *from, page: *page }),
            Target::Square(from) => Ok(update(self.square_picked(*from, picked_square(value)?)?)),
            Target::PromotionPage(from, to, page) => {
                self.step(PickStep::Promotion { from: *from, to: *to, page: *page })
            }
            Target::Promotion(from, to) => {
                let wanted = value.and_then(|value| promotion_move(*from, *to, value));
                let wanted = wanted.ok_or(Refusal::UnknownComponent)?;
                Ok(update(self.move_picked(wanted)?))
            }
            Target::Choose => self.begin_choosing(),
            Target::Groups => self.next_choose_step(ChooseStep::Groups),
            Target::Group => self.group_picked(value),
            Target::ShowGroup(group) => self.next_choose_step(ChooseStep::Group(*group)),
            Target::Kind => self.kind_picked(value),
            Target::ChooseKind(kind) => self.kind_confirmed(*kind),
            Target::Abort => self.ask_to_abort().await,
            Target::Hints => self.show_board(BoardView::Hints),
            Target::Hint => self.hint(),
            Target::Legend => Ok(self.show_pieces()),
            Target::Board => self.show_board(BoardView::Plain),
            Target::Flip => self.show_board(BoardView::Flipped),
            Target::Follow => self.follow(true),
            Target::Unfollow => self.follow(false),
            Target::Hand => self.show_hand(),
            Target::Cards(made) => Ok(update(self.cards_after(made)?)),
            Target::Card(made) => Ok(update(self.card_picked(made, value)?)),
            Target::DropOn(made, card) => {
                let drop = CardDrop { card: *card, square: picked_square(value)? };
                Ok(update(self.move_picked(made.dropping(drop))?))
            }
            Target::Pass(made) => Ok(update(self.pass_after(made)?)),
            Target::Make => Ok(update(self.made_on_board(value)?)),
            Target::Touch => self.touched_on_board(picked_square(value)?),
            Target::Put(made) => Ok(update(self.put_on_board(made, value)?)),
            Target::TakeUp => Ok(update(self.take_up()?)),
            Target::Unplan(mark) => self.unplan(*mark),
            Target::Release => self.release(&[]),
            Target::Draw => self.draw(OfferWord::Offer),
            Target::AcceptDraw => self.draw(OfferWord::Accept),
            Target::DeclineDraw => self.draw(OfferWord::Decline),
            Target::Resign => self.ask_to_resign(),
            Target::Confirm(end, asked) => self.confirmed(*end, *asked).await,
            Target::Cancel => Ok(update(Notice::Settled { end: None })),
            Target::Takeback => self.takeback(OfferWord::Offer).await,
            Target::Claim => self.ask_to_claim(None),
            Target::ClaimWith(intended) => Ok(update(self.claim_with(intended)?)),
            Target::AcceptTakeback => self.takeback(OfferWord::Accept).await,
            Target::DeclineTakeback => self.takeback(OfferWord::Decline).await,
            Target::AcceptPause => self.pause(OfferWord::Accept, None),
            Target::DeclinePause => self.pause(OfferWord::Decline, None),
            Target::TakeWin => self.take_win(),
            Target::OneMoreTurn => self.give_turn(),
            Target::PlayOn => self.play_on(),
            Target::ReturnAndMove(made, drop) => {
                let wanted = drop.map_or(*made, |drop| made.dropping(drop));
                self.return_home();
                Ok(update(self.turn_picked(wanted, true)?))
            }
            Target::ReturnAndPick(kind) => {
                self.return_home();
                self.kind_confirmed(*kind)
            }
        }
    }

    /// Another page, or the step before.
    fn step(&self, step: PickStep) -> Decided {
        let (_, _, game) = self.at_turn()?;
        Ok(update(self.pick(&game, step)?))
    }
}

/// Whether a button shown at `turn` may still be used.
fn check_current(record: &GameRecord, turn: u64, target: &Target) -> Decided<()> {
    match target {
        // Looking is possible on any board, and whether it is still asked if the game goes on, the game says. A question that was answered with no is settled however far the game has
        // gone on, and whether a game may be aborted does not hang on the moves made while a moderator thought.
        Target::Board
        | Target::PlayOn
        | Target::Flip
        | Target::Hints
        | Target::Hint
        | Target::Legend
        | Target::Follow
        | Target::Unfollow
        | Target::Hand
        | Target::Cancel
        | Target::Confirm(ConfirmedEnd::Abort, _) => Ok(()),
        Target::AcceptDraw
        | Target::DeclineDraw
        | Target::AcceptTakeback
        | Target::DeclineTakeback
        | Target::AcceptPause
        | Target::DeclinePause => {
            let stands = record.offer.is_some_and(|offer| offer.revision == turn);
            if stands { Ok(()) } else { Err(Refusal::OfferGone.into()) }
        }
        Target::TakeWin | Target::OneMoreTurn => check_choice(record, turn),
        // Whoever releases everything has seen everything.
        Target::Release if turn < record.touches.since => Err(Refusal::Stale.into()),
        _ if (record.board_revision..=record.revision).contains(&turn) => Ok(()),
        _ => Err(Refusal::Stale.into()),
    }
}

fn picked_square(value: Option<&str>) -> Decided<Square> {
    value.and_then(|value| value.parse().ok()).ok_or_else(|| Refusal::UnknownComponent.into())
}
