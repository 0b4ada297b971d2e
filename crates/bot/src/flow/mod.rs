//! What happens when somebody asks for something: one file for each kind of thing people do. A flow reads the channel
//! as it is, changes the [`Draft`], and answers; nothing is written before the service commits the draft, and when
//! somebody else was faster the flow runs again on what is there then.

mod against_computer;
mod analysing;
mod approaching;
mod away;
mod barring;
mod blocking;
mod board;
mod challenging;
mod checking;
mod choosing;
mod claiming;
mod computing;
mod context;
mod course;
mod dealing;
mod doubting;
mod dropping;
mod due_games;
mod ending;
mod explaining;
mod following;
mod guessing;
mod hinting;
mod moving;
mod naming;
mod offering;
mod order;
mod overheard;
mod pausing;
mod place;
mod planning;
mod pressing;
pub(crate) mod recalling;
mod recently;
mod record;
mod rematch;
mod replaying;
mod saying;
mod setting_up;
mod settings;
mod showing;
mod slips;
pub(crate) mod starting;
mod stepping;
pub(crate) mod taking_back;
pub(crate) mod threads;
mod ticking;
mod timing;
mod touching;
mod turns;

pub(crate) use analysing::Walk;
pub(crate) use computing::{Deed, Task};
pub(crate) use context::Context;
pub(crate) use course::Course;
pub(crate) use hinting::Hint;
pub(crate) use order::Order;
pub(crate) use recently::Recently;
pub(crate) use turns::{Turn, Turns};

use adoube_rules::{
    Game, PieceDialect, Side,
    notation::{TypedLetters, VocabularyWithLetters},
};

use crate::{
    Incoming, Language, Notice, Reading, Reply, Taste,
    command::{Command, GamesOf, RulesOf, Spec, Step},
    game::{GameRecord, PlaceSettings},
    ledger::{Draft, LedgerError},
    notice::{
        AfterRefusal, BarRefusal, CardRefusal, ClaimRefusal, ContactRefusal, PlanRefusal, Refusal,
        SetupRefusal, TimeRefusal,
    },
};

/// Why a flow ends without doing anything.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The person is told why not.
    Refused(Box<Refusal>),
    /// Something failed inside.
    Fault(LedgerError),
}

impl Stop {
    /// What failed, where nobody is there to be told that something may not be done.
    pub(crate) fn into_fault(self) -> LedgerError {
        match self {
            Stop::Fault(error) => error,
            Stop::Refused(_) => LedgerError::Broken("something that is due and was refused".to_owned()),
        }
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Refused(Box::new(refusal))
    }
}

impl From<SetupRefusal> for Stop {
    fn from(refusal: SetupRefusal) -> Self {
        Refusal::from(refusal).into()
    }
}

impl From<CardRefusal> for Stop {
    fn from(refusal: CardRefusal) -> Self {
        Refusal::Cards(refusal).into()
    }
}

impl From<ClaimRefusal> for Stop {
    fn from(refusal: ClaimRefusal) -> Self {
        Refusal::from(refusal).into()
    }
}

impl From<PlanRefusal> for Stop {
    fn from(refusal: PlanRefusal) -> Self {
        Refusal::from(refusal).into()
    }
}

impl From<TimeRefusal> for Stop {
    fn from(refusal: TimeRefusal) -> Self {
        Refusal::from(refusal).into()
    }
}

impl From<AfterRefusal> for Stop {
    fn from(refusal: AfterRefusal) -> Self {
        Refusal::from(refusal).into()
    }
}

impl From<BarRefusal> for Stop {
    fn from(refusal: BarRefusal) -> Self {
        Refusal::from(refusal).into()
    }
}

impl From<ContactRefusal> for Stop {
    fn from(refusal: ContactRefusal) -> Self {
        Refusal::from(refusal).into()
    }
}

impl From<LedgerError> for Stop {
    fn from(error: LedgerError) -> Self {
        Stop::Fault(error)
    }
}

/// How a flow ends.
pub(crate) type Decided<T = Reply> = Result<T, Stop>;

/// What a person did, on its way. What happens to a game then is its [`Course`].
pub(crate) struct Flow<'a> {
    context: &'a Context,
    incoming: &'a Incoming,
    /// What the speaker has chosen of how they read.
    taste: Taste,
    /// What is chosen for the server or room, once something is to begin here.
    place: PlaceSettings,
    draft: &'a mut Draft,
}

impl<'a> Flow<'a> {
    pub(crate) fn new(
        context: &'a Context,
        incoming: &'a Incoming,
        taste: Taste,
        draft: &'a mut Draft,
    ) -> Self {
        Self { context, incoming, taste, place: PlaceSettings::default(), draft }
    }

    /// Does what is asked.
    pub(crate) async fn decide(&mut self, order: &Order) -> Decided {
        if let Some(instead) = self.overheard(order) {
            return instead;
        }
        self.check_not_barred(order).await?;
        if order.may_begin_a_game() {
            self.place = self.chosen_here().await?;
        }
        match order {
            Order::Command(command) => self.command(command).await,
            Order::PerhapsMove { text, otherwise } => match self.perhaps_move(text, otherwise.as_ref()) {
                Ok(Reply::NotForMe) => match self.said_command(text) {
                    Some(said) => self.command(&said?).await,
                    None => Ok(Reply::NotForMe),
                },
                decided => decided,
            },
            Order::Press { component, value } => self.press(component, value.as_deref()).await,
            Order::Called => Ok(private(Notice::Greeting)),
            Order::Unreadable(refusal) => Err(refusal.clone().into()),
        }
    }

    async fn command(&mut self, command: &Command) -> Decided {
        if let Some(asked) = self.asks_for_help(command).await {
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
            Command::Games(GamesOf::Due) => self.list_due().await,
            Command::Games(of) => self.list_games(of).await,
            Command::Game(id) => self.show_game(id.as_ref()).await,
            Command::Export(format, id, letters) => {
                let letters = letters.unwrap_or_else(|| self.taste.letters.dialect());
                self.export(*format, id.as_ref(), letters).await
            }
            Command::Replay(id) => self.replay(id.as_ref()).await,
            Command::Analyse(id) => self.analyse(id.as_ref()).await,
            Command::Step(id) => Ok(private(self.at_step(id.as_ref(), Step::First).await?)),
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
            Command::Rules(RulesOf::Game(variant)) => Ok(self.explain_rules(*variant)),
            Command::Rules(RulesOf::TouchMove) => Ok(private(Notice::TouchRules)),
            Command::Help(asked) => Ok(help(*asked)),
            Command::Glossary(term) => Ok(private(Notice::Glossary { term: term.map(str::to_owned) })),
            Command::Check => Ok(Reply::Check(Box::new(self.check().await))),
        }
    }

    /// How the speaker reads.
    fn reading(&self) -> Reading {
        Reading { language: self.incoming.language, taste: self.taste }
    }

    /// The language whose letters for pieces the speaker reads and types.
    fn lettered(&self) -> Language {
        self.taste.letters.of(self.incoming.language)
    }

    /// What the speaker may type in a game: the words of their language, and the piece letters they have chosen or shown to
    /// use.
    fn vocabulary(&self, record: &GameRecord) -> VocabularyWithLetters<'_> {
        let side = record.seats.side_of(&self.incoming.person.id);
        let letters = match self.taste.letters.dialect() {
            PieceDialect::Own => side.map_or(TypedLetters::Undecided, |side| record.letters.of(side)),
            chosen @ PieceDialect::FairyStockfish => TypedLetters::Usually(chosen),
        };
        self.context.words(self.reading()).with_letters(letters)
    }

    /// How the game in this channel goes on.
    fn course(&mut self) -> Course<'_> {
        Course::new(self.context, self.draft)
    }

    /// The game that runs in this channel.
    fn running(&self) -> Decided<&GameRecord> {
        self.draft.channel.game.as_ref().ok_or_else(|| Refusal::NoGame.into())
    }

    /// The game that runs in this channel, once its pieces stand on the board.
    fn on_board(&self) -> Decided<&GameRecord> {
        let record = self.running()?;
        match record.chooser() {
            None => Ok(record),
            Some(side) => Err(SetupRefusal::StillChoosing { of: record.seats.of(side).clone() }.into()),
        }
    }

    /// The running game and the side the speaker plays in it.
    fn as_player(&self) -> Decided<(&GameRecord, Side)> {
        let record = self.running()?;
        match record.seats.side_of(&self.incoming.person.id) {
            Some(side) => Ok((record, side)),
            None => Err(self.watches(record)),
        }
    }

    /// The running game at the speaker's turn, with the rules' view of it.
    fn at_turn(&self) -> Decided<(&GameRecord, Side, Game)> {
        let (record, side) = self.as_player()?;
        self.on_board()?;
        let game = restore(record)?;
        let to_move = game.position().side_to_move();
        if to_move != side {
            return Err(Refusal::NotYourTurn { of: record.seats.of(to_move).clone() }.into());
        }
        Ok((record, side, game))
    }
}

/// The rules' view of a stored game.
fn restore(record: &GameRecord) -> Decided<Game> {
    Game::restore(record.state.clone()).map_err(|error| {
        Stop::Fault(LedgerError::Unreadable {
            table: adoube_store::Table::Game,
            key: record.id.to_string(),
            // What is wrong quotes the position, and this is logged.
            reason: if record.variant.has_cards() {
                "its state is no game's".to_owned()
            } else {
                error.to_string()
            },
        })
    })
}

/// All commands, or one.
fn help(asked: Option<&Spec>) -> Reply {
    private(Notice::Help { command: asked.map(|command| command.name.to_owned()) })
}

/// An answer for the speaker alone.
fn private(notice: Notice) -> Reply {
    Reply::Private(Box::new(notice))
}

/// The same, in place of the message whose button was used.
fn update(notice: Notice) -> Reply {
    Reply::Update(Box::new(notice))
}
