//! Dispatches pressed buttons and menus: checks each against the present state of its game and
//! passes it to the handler of its command.

use adoube_rules::{CardDrop, PieceType, Square};

use crate::{
    Notice,
    core::{
        command::{
            BoardButton, BoardView, ButtonId, CLAIM_PREFIX, ConfirmableEnd, ExportFormat, FORMATS,
            GameOverButton, OfferAction, PieceGroup, ReplayPosition, promotion_move,
        },
        game::{GameId, GameRecord},
        notice::{GameRefusal, MovePickerStep, SelectionStep},
    },
    features::{
        challenge::command::ChallengeRequest, clock::handler::check_choice, rematch::command::RematchArray,
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply, update_reply},
};

impl HandlerRequest<'_> {
    pub(crate) async fn handle_button(&mut self, component: &ButtonId, value: Option<&str>) -> HandlerResult {
        match component {
            ButtonId::Play(variant) => {
                self.challenge(&ChallengeRequest { kind: Some(*variant), ..ChallengeRequest::default() })
                    .await?;
                Ok(update_reply(Notice::PanelClosed { sent: true }))
            }
            ButtonId::Computer(variant) => {
                let kind = Some(*variant);
                self.challenge(&ChallengeRequest { kind, computer: true, ..ChallengeRequest::default() })
                    .await?;
                Ok(update_reply(Notice::SoloBegun))
            }
            ButtonId::Accept(id) => self.accept(id).await,
            ButtonId::Decline(id) => self.decline(id),
            ButtonId::Withdraw(id) => self.withdraw(id),
            ButtonId::Panel { id, version, target } => self.press_panel(id, *version, *target, value).await,
            ButtonId::After { game, target } => self.press_after(game, target, value).await,
            ButtonId::PieceHelp(_) => {
                let kind = value.and_then(PieceType::from_code).ok_or(GameRefusal::UnknownButton)?;
                Ok(private_reply(Notice::Piece { kind }))
            }
            ButtonId::PieceGroups => {
                let group = match value {
                    Some(key) => Some(PieceGroup::from_key(key).ok_or(GameRefusal::UnknownButton)?),
                    None => None,
                };
                Ok(update_reply(Notice::PieceGroups { group }))
            }
            ButtonId::Settings(target) => self.press_settings(*target, value).await,
            ButtonId::Turn { game, turn, target } => {
                self.check_turn(game, *turn, target).await?;
                self.press_on_board(target, value).await
            }
        }
    }

    /// Handles a button under a finished game, however old its message is.
    async fn press_after(
        &mut self,
        game: &GameId,
        target: &GameOverButton,
        value: Option<&str>,
    ) -> HandlerResult {
        match target {
            GameOverButton::Rematch => self.rematch(RematchArray::Same, Some(game)).await,
            GameOverButton::NewArray => self.rematch(RematchArray::Drawn, Some(game)).await,
            GameOverButton::Replay => self.replay(Some(game)).await,
            GameOverButton::Analyse => self.analyse(Some(game)).await,
            GameOverButton::Steps => {
                Ok(private_reply(self.at_step(Some(game), ReplayPosition::First).await?))
            }
            GameOverButton::First => Ok(update_reply(self.at_step(Some(game), ReplayPosition::First).await?)),
            GameOverButton::Step(ply) => {
                Ok(update_reply(self.at_step(Some(game), ReplayPosition::Ply(*ply)).await?))
            }
            GameOverButton::Last => Ok(update_reply(self.at_step(Some(game), ReplayPosition::Last).await?)),
            GameOverButton::Export => {
                let format = match value {
                    Some(word) => FORMATS.meaning(word).ok_or(GameRefusal::UnknownButton)?,
                    None => ExportFormat::default(),
                };
                self.export(format, Some(game), self.piece_dialect()).await
            }
        }
    }

    /// Checks that the button belongs to the channel's game at its present revision.
    async fn check_turn(&self, id: &GameId, turn: u64, target: &BoardButton) -> HandlerResult<()> {
        let Some(record) = self.draft.channel.game.as_ref().filter(|record| record.id == *id) else {
            let known = self.visible_game(id).await?;
            return Err(match known {
                None => GameRefusal::UnknownGame { id: Some(id.clone()) },
                Some(known) if known.is_running() => GameRefusal::OtherChannel,
                Some(_) => GameRefusal::GameOver,
            }
            .into());
        };
        check_current(record, turn, target)
    }

    async fn press_on_board(&mut self, target: &BoardButton, value: Option<&str>) -> HandlerResult {
        match target {
            BoardButton::Move => self.begin_picking(),
            BoardButton::PiecePage(page) => self.step(MovePickerStep::Piece { page: *page }),
            BoardButton::Piece => Ok(update_reply(self.piece_picked(picked_square(value)?)?)),
            BoardButton::Play(made, drop) => {
                let wanted = drop.map_or(*made, |drop| made.dropping(drop));
                Ok(update_reply(self.move_picked(wanted)?))
            }
            BoardButton::SquarePage(from, page) => {
                self.step(MovePickerStep::Square { from: *from, page: *page })
            }
            BoardButton::Square(from) => Ok(update_reply(self.square_picked(*from, picked_square(value)?)?)),
            BoardButton::PromotionPage(from, to, page) => {
                self.step(MovePickerStep::Promotion { from: *from, to: *to, page: *page })
            }
            BoardButton::Promotion(from, to) => {
                let wanted = value.and_then(|value| promotion_move(*from, *to, value));
                let wanted = wanted.ok_or(GameRefusal::UnknownButton)?;
                Ok(update_reply(self.move_picked(wanted)?))
            }
            BoardButton::Choose => self.begin_choosing(),
            BoardButton::Groups => self.next_choose_step(SelectionStep::Groups),
            BoardButton::Group => self.group_picked(value),
            BoardButton::ShowGroup(group) => self.next_choose_step(SelectionStep::Group(*group)),
            BoardButton::Kind => self.kind_picked(value),
            BoardButton::ChooseKind(kind) => self.kind_confirmed(*kind),
            BoardButton::Abort => self.ask_to_abort().await,
            BoardButton::Hints => self.show_board(BoardView::Hints),
            BoardButton::Hint => self.hint(),
            BoardButton::Legend => Ok(self.show_pieces()),
            BoardButton::Board => self.show_board(BoardView::Plain),
            BoardButton::Flip => self.show_board(BoardView::Flipped),
            BoardButton::Follow => self.follow(true),
            BoardButton::Unfollow => self.follow(false),
            BoardButton::Hand => self.show_hand(),
            BoardButton::Cards(made) => Ok(update_reply(self.cards_after(made)?)),
            BoardButton::Card(made) => Ok(update_reply(self.card_picked(made, value)?)),
            BoardButton::DropOn(made, card) => {
                let drop = CardDrop { card: *card, square: picked_square(value)? };
                Ok(update_reply(self.move_picked(made.dropping(drop))?))
            }
            BoardButton::Pass(made) => Ok(update_reply(self.pass_after(made)?)),
            BoardButton::Make => {
                let text = value.unwrap_or_default();
                Ok(update_reply(match text.strip_prefix(CLAIM_PREFIX) {
                    Some(intended) => self.claim_from_board(intended)?,
                    None => self.play_from_board(text)?,
                }))
            }
            BoardButton::Touch => self.touch_from_board(picked_square(value)?),
            BoardButton::Put(made) => Ok(update_reply(self.drop_from_board(made, value)?)),
            BoardButton::TakeUp => Ok(update_reply(self.resume_turn()?)),
            BoardButton::Unplan(mark) => self.unplan(*mark),
            BoardButton::Release => self.release(&[]),
            BoardButton::Draw => self.draw(OfferAction::Offer),
            BoardButton::AcceptDraw => self.draw(OfferAction::Accept),
            BoardButton::DeclineDraw => self.draw(OfferAction::Decline),
            BoardButton::Resign => self.ask_to_resign(),
            BoardButton::Confirm(end, asked) => self.confirmed(*end, *asked).await,
            BoardButton::Cancel => Ok(update_reply(Notice::EndAnswered { end: None })),
            BoardButton::Takeback => self.takeback(OfferAction::Offer).await,
            BoardButton::Claim => self.ask_to_claim(None),
            BoardButton::ClaimWith(intended) => Ok(update_reply(self.claim_with(intended)?)),
            BoardButton::AcceptTakeback => self.takeback(OfferAction::Accept).await,
            BoardButton::DeclineTakeback => self.takeback(OfferAction::Decline).await,
            BoardButton::AcceptPause => self.pause(OfferAction::Accept, None),
            BoardButton::DeclinePause => self.pause(OfferAction::Decline, None),
            BoardButton::TakeWin => self.take_win(),
            BoardButton::OneMoreTurn => self.give_turn(),
            BoardButton::PlayOn => self.play_on(),
            BoardButton::ReturnAndMove(made, drop) => {
                let wanted = drop.map_or(*made, |drop| made.dropping(drop));
                self.confirm_vacation_end();
                Ok(update_reply(self.turn_picked(wanted, true)?))
            }
            BoardButton::ReturnAndPick(kind) => {
                self.confirm_vacation_end();
                self.kind_confirmed(*kind)
            }
        }
    }

    /// Shows another page, or the previous step.
    fn step(&self, step: MovePickerStep) -> HandlerResult {
        let (_, _, game) = self.require_turn()?;
        Ok(update_reply(self.pick(&game, step)?))
    }
}

/// Whether a button shown at `turn` is still valid.
fn check_current(record: &GameRecord, turn: u64, target: &BoardButton) -> HandlerResult<()> {
    match target {
        // Views are valid on any board. Whether the idle question is open, its handler checks. A
        // question answered with no is settled, however far the game has gone on. The moves made
        // while a moderator thought do not matter for an abort.
        BoardButton::Board
        | BoardButton::PlayOn
        | BoardButton::Flip
        | BoardButton::Hints
        | BoardButton::Hint
        | BoardButton::Legend
        | BoardButton::Follow
        | BoardButton::Unfollow
        | BoardButton::Hand
        | BoardButton::Cancel
        | BoardButton::Confirm(ConfirmableEnd::Abort, _) => Ok(()),
        BoardButton::AcceptDraw
        | BoardButton::DeclineDraw
        | BoardButton::AcceptTakeback
        | BoardButton::DeclineTakeback
        | BoardButton::AcceptPause
        | BoardButton::DeclinePause => {
            let stands = record.offer.is_some_and(|offer| offer.revision == turn);
            if stands { Ok(()) } else { Err(GameRefusal::OfferGone.into()) }
        }
        BoardButton::TakeWin | BoardButton::OneMoreTurn => check_choice(record, turn),
        // A release of all touches must come from a board that shows all of them.
        BoardButton::Release if turn < record.touches.since => Err(GameRefusal::StaleButton.into()),
        _ if (record.board_revision..=record.revision).contains(&turn) => Ok(()),
        _ => Err(GameRefusal::StaleButton.into()),
    }
}

fn picked_square(value: Option<&str>) -> HandlerResult<Square> {
    value.and_then(|value| value.parse().ok()).ok_or_else(|| GameRefusal::UnknownButton.into())
}
