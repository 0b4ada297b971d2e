//! Handlers: the functions that decide commands and buttons, a file for each topic. A handler reads
//! the channel, changes the [`UnitOfWork`] and returns a reply; nothing is written before the unit
//! of work is committed, and after a version conflict the handler runs again.

mod analysis;
mod bars;
mod blocks;
mod board_input;
mod button_dispatch;
mod card_drop;
mod challenge;
mod channel_availability;
mod clock;
mod clock_jobs;
mod computer_fallback;
mod computer_opponent;
mod computer_turn;
mod computer_turn_queue;
mod conditional_moves;
mod conditional_replies;
mod contacts;
mod deal;
mod draw_claim;
mod due_games;
mod end_game;
mod export;
mod follow;
mod game_views;
mod hint;
mod lookup;
mod move_doubt;
mod offers;
mod parsed_action;
mod pause;
mod piece_selection;
mod pieces;
mod progress;
mod recent_activity;
mod rematch;
pub(crate) mod repetition_history;
mod replay;
mod replay_steps;
mod self_test;
mod services;
mod settings;
mod setup;
pub(crate) mod start_form;
mod submit_move;
pub(crate) mod takeback;
mod text_command;
pub(crate) mod threads;
mod touch_move;
mod turn_text;
mod typing_slips;
mod vacation;
mod visibility;

pub(crate) use analysis::AnalysisPlan;
pub(crate) use computer_turn::{ComputerAction, ComputerTask};
pub(crate) use computer_turn_queue::{ComputerTurn, ComputerTurnQueue};
pub(crate) use hint::HintTask;
pub(crate) use parsed_action::ParsedAction;
pub(crate) use progress::GameProgress;
pub(crate) use recent_activity::RecentActivity;
pub(crate) use services::Services;

use adoube_rules::{
    Game, PieceDialect, Side,
    notation::{TypedLetters, VocabularyWithLetters},
};

use crate::{
    ChatEvent, Language, Notice, ReaderProfile, ReadingPreferences, Reply,
    command::{Command, CommandSpec, GamesFilter, ReplayPosition, RulesTopic},
    game::{CommunitySettings, GameRecord},
    notice::{
        BarRefusal, CardRefusal, ClaimRefusal, ClockRefusal, ConditionalMovesRefusal, ContactRefusal,
        GameRefusal, RematchRefusal, SetupRefusal,
    },
    records::{RepositoryError, UnitOfWork},
};

/// Why a handler ends without a change.
#[derive(Debug)]
pub(crate) enum HandlerError {
    /// A refusal for the person who acted.
    Refused(Box<GameRefusal>),
    /// An internal error.
    Internal(RepositoryError),
}

impl HandlerError {
    /// The error behind it, for jobs, which have no sender to refuse.
    pub(crate) fn into_fault(self) -> RepositoryError {
        match self {
            HandlerError::Internal(error) => error,
            HandlerError::Refused(_) => {
                RepositoryError::Panicked("something that is due and was refused".to_owned())
            }
        }
    }
}

impl From<GameRefusal> for HandlerError {
    fn from(refusal: GameRefusal) -> Self {
        HandlerError::Refused(Box::new(refusal))
    }
}

impl From<SetupRefusal> for HandlerError {
    fn from(refusal: SetupRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<CardRefusal> for HandlerError {
    fn from(refusal: CardRefusal) -> Self {
        GameRefusal::Cards(refusal).into()
    }
}

impl From<ClaimRefusal> for HandlerError {
    fn from(refusal: ClaimRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<ConditionalMovesRefusal> for HandlerError {
    fn from(refusal: ConditionalMovesRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<ClockRefusal> for HandlerError {
    fn from(refusal: ClockRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<RematchRefusal> for HandlerError {
    fn from(refusal: RematchRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<BarRefusal> for HandlerError {
    fn from(refusal: BarRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<ContactRefusal> for HandlerError {
    fn from(refusal: ContactRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}

impl From<RepositoryError> for HandlerError {
    fn from(error: RepositoryError) -> Self {
        HandlerError::Internal(error)
    }
}

/// Result of a handler.
pub(crate) type HandlerResult<T = Reply> = Result<T, HandlerError>;

/// A request: the event that is decided, with its unit of work. Consequences for a game are in its
/// [`GameProgress`].
pub(crate) struct HandlerRequest<'a> {
    context: &'a Services,
    incoming: &'a ChatEvent,
    /// The sender's reading preferences.
    taste: ReadingPreferences,
    /// The community's settings; loaded only for actions that may begin a game.
    place: CommunitySettings,
    draft: &'a mut UnitOfWork,
}

impl<'a> HandlerRequest<'a> {
    pub(crate) fn new(
        context: &'a Services,
        incoming: &'a ChatEvent,
        taste: ReadingPreferences,
        draft: &'a mut UnitOfWork,
    ) -> Self {
        Self { context, incoming, taste, place: CommunitySettings::default(), draft }
    }

    /// Decides the action.
    pub(crate) async fn decide(&mut self, order: &ParsedAction) -> HandlerResult {
        if let Some(instead) = self.check_audience(order) {
            return instead;
        }
        self.check_not_barred(order).await?;
        if order.can_begin_game() {
            self.place = self.chosen_here().await?;
        }
        match order {
            ParsedAction::Command(command) => self.command(command).await,
            ParsedAction::Text { text, otherwise } => match self.handle_text(text, otherwise.as_ref()) {
                Ok(Reply::Ignored) => match self.said_command(text) {
                    Some(said) => self.command(&said?).await,
                    None => Ok(Reply::Ignored),
                },
                decided => decided,
            },
            ParsedAction::Press { component, value } => self.handle_button(component, value.as_deref()).await,
            ParsedAction::Mention => Ok(private_reply(Notice::Greeting)),
            ParsedAction::Invalid(refusal) => Err(refusal.clone().into()),
        }
    }

    async fn command(&mut self, command: &Command) -> HandlerResult {
        if let Some(asked) = self.is_help_request(command).await {
            return Ok(help(Some(asked)));
        }
        match command {
            Command::Play(invitation) => self.challenge(invitation).await,
            Command::Setup(wish) => self.set_up(wish).await,
            Command::Pick(text) => self.pick_piece(text.as_deref()),
            Command::Accept => self.accept_open().await,
            Command::Decline => self.decline_open(),
            Command::Withdraw => self.withdraw_open(),
            Command::Move(Some(text)) => self.move_typed(text),
            Command::Move(None) => self.begin_picking(),
            Command::If(wish) => self.plan(wish),
            Command::Clock => self.show_clock(),
            Command::Board(view) => self.show_board(*view),
            Command::Moves(focus) => self.show_moves(focus.as_deref()),
            Command::Hint => self.hint(),
            Command::Touch(squares) => self.touch(squares),
            Command::Release(squares) => self.release(squares),
            Command::Hand => self.show_hand(),
            Command::Drop(text) => self.drop_typed(text.as_deref()),
            Command::Pass => self.pass(),
            Command::Resign => self.ask_to_resign(),
            Command::Draw(word) => self.draw(*word),
            Command::Claim(intended) => self.ask_to_claim(intended.as_deref()),
            Command::Takeback(word) => self.takeback(*word).await,
            Command::Abort => self.ask_to_abort().await,
            Command::MoreTime => self.give_time(),
            Command::Pause(word, length) => self.pause(*word, *length),
            Command::Resume => self.resume(),
            Command::Vacation(wish) => self.vacation(*wish).await,
            Command::Remind(how) => self.remind(*how).await,
            Command::Protect(on) => self.protect(*on).await,
            Command::Rematch(again, id) => self.rematch(*again, id.as_ref()).await,
            Command::Games(GamesFilter::Due) => self.list_due().await,
            Command::Games(of) => self.list_games(of).await,
            Command::Game(id) => self.show_game(id.as_ref()).await,
            Command::Export(format, id, letters) => {
                let letters = letters.unwrap_or_else(|| self.taste.letters.dialect());
                self.export(*format, id.as_ref(), letters).await
            }
            Command::Replay(id) => self.replay(id.as_ref()).await,
            Command::Analyse(id) => self.analyse(id.as_ref()).await,
            Command::Step(id) => Ok(private_reply(self.at_step(id.as_ref(), ReplayPosition::First).await?)),
            Command::Verify(id) => self.verify(id.as_ref()).await,
            Command::Piece(Some(text)) => self.explain_piece(text),
            Command::Piece(None) | Command::Pieces => Ok(self.show_pieces()),
            Command::Follow => self.follow(true),
            Command::Unfollow => self.follow(false),
            Command::Settings(wish) => self.settings(wish).await,
            Command::Block(name) => self.block(name.as_deref()).await,
            Command::Unblock(name) => self.unblock(name.as_deref()).await,
            Command::Bar(name, length) => self.bar(name.as_deref(), *length).await,
            Command::Unbar(name) => self.unbar(name.as_deref()).await,
            Command::Rules(RulesTopic::Game(variant)) => Ok(self.explain_rules(*variant)),
            Command::Rules(RulesTopic::TouchMove) => Ok(private_reply(Notice::TouchRules)),
            Command::Help(asked) => Ok(help(*asked)),
            Command::Glossary(term) => Ok(private_reply(Notice::Glossary { term: term.map(str::to_owned) })),
            Command::Check => Ok(Reply::SelfTest(Box::new(self.check().await))),
        }
    }

    /// The sender's reader profile.
    fn reading(&self) -> ReaderProfile {
        ReaderProfile { language: self.incoming.language, taste: self.taste }
    }

    /// The language of the piece letters that the sender reads and types.
    fn letter_language(&self) -> Language {
        self.taste.letters.of(self.incoming.language)
    }

    /// What the sender may type in a game: words of their language, and the piece letters they have
    /// chosen or typed before.
    fn vocabulary(&self, record: &GameRecord) -> VocabularyWithLetters<'_> {
        let side = record.seats.side_of(&self.incoming.person.id);
        let letters = match self.taste.letters.dialect() {
            PieceDialect::Own => side.map_or(TypedLetters::Undecided, |side| record.letters.of(side)),
            chosen @ PieceDialect::FairyStockfish => TypedLetters::Usually(chosen),
        };
        self.context.words(self.reading()).with_letters(letters)
    }

    /// Progress of the channel's game.
    fn course(&mut self) -> GameProgress<'_> {
        GameProgress::new(self.context, self.draft)
    }

    /// The channel's running game.
    fn require_game(&self) -> HandlerResult<&GameRecord> {
        self.draft.channel.game.as_ref().ok_or_else(|| GameRefusal::NoGame.into())
    }

    /// The channel's running game, after the piece selection.
    fn require_board(&self) -> HandlerResult<&GameRecord> {
        let record = self.require_game()?;
        match record.chooser() {
            None => Ok(record),
            Some(side) => Err(SetupRefusal::StillChoosing { of: record.seats.of(side).clone() }.into()),
        }
    }

    /// The running game and the sender's side.
    fn require_player(&self) -> HandlerResult<(&GameRecord, Side)> {
        let record = self.require_game()?;
        match record.seats.side_of(&self.incoming.person.id) {
            Some(side) => Ok((record, side)),
            None => Err(self.watches(record)),
        }
    }

    /// The running game with its position, if the sender is to move.
    fn require_turn(&self) -> HandlerResult<(&GameRecord, Side, Game)> {
        let (record, side) = self.require_player()?;
        self.require_board()?;
        let game = restore_game(record)?;
        let to_move = game.position().side_to_move();
        if to_move != side {
            return Err(GameRefusal::NotYourTurn { of: record.seats.of(to_move).clone() }.into());
        }
        Ok((record, side, game))
    }
}

/// The position and history of a stored game.
fn restore_game(record: &GameRecord) -> HandlerResult<Game> {
    Game::restore(record.state.clone()).map_err(|error| {
        HandlerError::Internal(RepositoryError::Unreadable {
            table: adoube_store::Table::Game,
            key: record.id.to_string(),
            // The error quotes the position, and it is logged.
            reason: if record.variant.has_cards() {
                "its state is no game's".to_owned()
            } else {
                error.to_string()
            },
        })
    })
}

/// The help of one command, or the list of commands.
fn help(asked: Option<&CommandSpec>) -> Reply {
    private_reply(Notice::Help { command: asked.map(|command| command.name.to_owned()) })
}

/// A private reply.
fn private_reply(notice: Notice) -> Reply {
    Reply::Private(Box::new(notice))
}

/// A private reply in place of the message whose button was used.
fn update_reply(notice: Notice) -> Reply {
    Reply::Replace(Box::new(notice))
}
