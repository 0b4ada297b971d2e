//! Notices: data said to a channel or a person before it is put into words, of bounded size, stored
//! in the outbox and in the logs of platforms, and presented for each viewer in their language and
//! from their side. Not here: sentences and pictures (`present`).

mod absence_notice;
mod agreed_terms;
mod analysis;
mod bar;
mod board;
mod card_refusal;
mod claim_count;
mod claim_refusal;
mod clock_event;
mod clock_refusal;
mod clock_view;
mod computer_refusal;
mod conditional_moves;
mod conditional_moves_refusal;
mod contact;
mod due_games;
mod hand;
mod hint;
mod long_text;
mod refusal;
mod rematch_refusal;
mod reminder;
mod replay;
mod replay_step;
mod self_test;
mod settings;
mod setup;
mod setup_refusal;
mod unknown_term_refusal;

pub use absence_notice::{AbsenceNotice, VacationChange};
pub use agreed_terms::AgreedTerms;
pub use analysis::{AnalysisNotice, AnalysisProgressNotice};
pub use bar::{BarChange, BarNotice, BarRefusal};
pub use board::{BoardEvent, BoardNotice};
pub use card_refusal::CardRefusal;
pub use claim_count::ClaimCount;
pub use claim_refusal::ClaimRefusal;
pub use clock_event::{ClockEvent, ClockEventNotice};
pub use clock_refusal::{ClockRefusal, VacationBlockedAction};
pub use clock_view::{ClockNotice, ClockStop, ClockView};
pub use computer_refusal::ComputerRefusal;
pub use conditional_moves::{ConditionalMovesChange, ConditionalMovesNotice};
pub use conditional_moves_refusal::ConditionalMovesRefusal;
pub use contact::{BlockChange, BlockNotice, ContactRefusal};
pub use due_games::DueGamesNotice;
pub use hand::{HandNotice, HandStep};
pub use hint::{HintNotice, HintOutlook};
pub use refusal::{GameRefusal, MoveChoice, MoveDoubt};
pub use rematch_refusal::RematchRefusal;
pub use reminder::{DueGame, ReminderNotice};
pub use replay::{ReplayNotice, ReplayPly};
pub use replay_step::ReplayStepNotice;
pub use self_test::{FindingStatus, FindingSubject, SelfTestFinding, SelfTestNotice};
pub use settings::{CommunityKind, SettingsNotice, SettingsPage, SettingsRefusal};
pub use setup::{
    SelectionEvent, SelectionNotice, SelectionStep, SelectionStepNotice, SetupPanelNotice, SetupPanelPage,
};
pub use setup_refusal::SetupRefusal;
pub use unknown_term_refusal::{MissingFeature, UnknownTermRefusal};

use serde::{Deserialize, Serialize};

use adoube_rules::{Piece, PieceDialect, PieceType, Side, Square, Variant, notation};

use crate::{
    ChannelId, Person, PersonId,
    command::{BoardView, ConfirmableEnd, PieceGroup},
    forms::part,
    game::{Challenge, DealCommitment, GameEnding, GameId, GameRecord, OfferKind, Seats},
};

/// Something said to a channel or to one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "notice", deny_unknown_fields)]
pub enum Notice {
    /// Which game shall it be?
    WhichGame,
    /// The bot was called without a word.
    Greeting,
    /// A challenge, with what can be done about it.
    Challenge(Challenge),
    /// A challenge that came to nothing.
    ChallengeClosed {
        /// Which.
        challenge: Challenge,
        /// Who closed it.
        by: Person,
    },
    /// A challenge nobody has answered in time.
    ChallengeExpired {
        /// Which.
        challenge: Challenge,
    },
    /// A challenge for which there was no room in the channel that is in the place of its own.
    #[serde(rename = "challenge_left_behind")]
    ChallengeWithoutRoom {
        /// Which.
        challenge: Challenge,
    },
    /// A challenge was accepted; its game waits until the platform has opened a thread for it.
    OpenThread {
        /// The game, which is nowhere yet.
        #[serde(with = "part::boxed")]
        game: Box<GameRecord>,
    },
    /// No thread could be opened, and another game is played in the channel.
    NoThread {
        /// Which game has not begun.
        game: GameId,
        /// Who wanted to play.
        seats: Seats,
    },
    /// The game for which this thread was opened is over.
    CloseThread {
        /// Which.
        game: GameId,
    },
    /// Somebody's settings, or those of a server or a room.
    Settings(Box<SettingsNotice>),
    /// A set-up panel, for its owner.
    Panel(Box<SetupPanelNotice>),
    /// A panel is no longer there.
    PanelClosed {
        /// Whether a challenge came of it.
        sent: bool,
    },
    /// A game against the computer has begun, in place of what it was begun with.
    SoloBegun,
    /// How far the choosing of extra pieces is.
    #[serde(rename = "choosing")]
    Selection(Box<SelectionNotice>),
    /// A step of choosing a piece by menus.
    #[serde(rename = "choose")]
    SelectionStep(Box<SelectionStepNotice>),
    /// The piece chosen by menus was taken.
    #[serde(rename = "chosen")]
    PieceSelected {
        /// Which.
        kind: PieceType,
    },
    /// A board after something happened in the game.
    Board(Box<BoardNotice>),
    /// Something about the time of a game.
    Time(Box<ClockEventNotice>),
    /// Somebody's time runs out.
    Reminder(Box<ReminderNotice>),
    /// One player offers something.
    Offered {
        /// In which game.
        game: GameId,
        /// At which of its revisions.
        #[serde(rename = "turn")]
        revision: u64,
        /// Who plays.
        seats: Seats,
        /// Who offers.
        by: Side,
        /// What.
        kind: OfferKind,
    },
    /// The other one declined it.
    OfferDeclined {
        /// In which game.
        game: GameId,
        /// Who plays.
        seats: Seats,
        /// Who declined.
        by: Side,
        /// What.
        kind: OfferKind,
    },
    /// The computer's turn waits, as it does not play here now.
    #[serde(rename = "computer_waits")]
    ComputerUnavailable {
        /// In which game.
        game: GameId,
    },
    /// The computer came to no end with its turn, and did what the rules allow without thinking.
    #[serde(rename = "computer_guessed")]
    ComputerFallback {
        /// In which game.
        game: GameId,
    },
    /// The clocks, as somebody asked to see them.
    Clock(Box<ClockNotice>),
    /// The board as somebody asked to see it.
    #[serde(rename = "look")]
    RequestedBoard {
        /// The board.
        board: Box<BoardNotice>,
        /// How.
        view: BoardView,
    },
    /// A player's own cards, for that player alone.
    Hand(Box<HandNotice>),
    /// A good move, for the player alone who asked.
    Hint(Box<HintNotice>),
    /// What a player has planned, for that player alone.
    Plans(Box<ConditionalMovesNotice>),
    /// What is known about the cards of a game, and how anybody checks it.
    #[serde(rename = "verified")]
    DealVerified {
        /// Which game.
        game: GameId,
        /// What was posted when it began, and the sealed text when it is over.
        commitment: DealCommitment,
        /// Whether the text is what was sealed, and the game was played with these cards.
        fits: bool,
    },
    /// Legal moves.
    Moves {
        /// The board they are legal on.
        board: Box<BoardNotice>,
        /// What was asked about, as it was understood: squares whose pieces' moves are listed.
        from: Vec<Square>,
        /// Whether the board is as if it were the other side's turn.
        #[serde(default)]
        as_if: bool,
    },
    /// Why the piece on a square cannot move.
    #[serde(rename = "idle")]
    ImmobilePiece {
        /// The board.
        board: Box<BoardNotice>,
        /// Where it stands.
        square: Square,
    },
    /// A step of a move picked in steps.
    #[serde(rename = "pick")]
    MovePicker {
        /// The board.
        board: Box<BoardNotice>,
        /// Which step.
        step: MovePickerStep,
    },
    /// What the touched pieces demand, and the moves they leave.
    #[serde(rename = "bound")]
    TouchDemand {
        /// The board.
        board: Box<BoardNotice>,
        /// A move that was tried before.
        tried: Option<RejectedMove>,
    },
    /// The move picked in steps was made.
    #[serde(rename = "picked")]
    MovePlayed {
        /// In standard notation.
        san: String,
    },
    /// A question before a game ends.
    Confirm {
        /// Which game.
        game: GameId,
        /// At which of its revisions.
        #[serde(rename = "turn")]
        revision: u64,
        /// What is about to happen.
        end: ConfirmableEnd,
        /// For a claim: which one and its count.
        claim: Option<ClaimCount>,
        /// The player who is asked; nobody else answers. A moderator who is none of the players is not named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked: Option<Side>,
    },
    /// The question was answered with no, or the answer was carried out.
    #[serde(rename = "settled")]
    EndAnswered {
        /// What it was about.
        end: Option<ConfirmableEnd>,
    },
    /// How to talk to the bot: all commands, or one by name.
    Help {
        /// The command's name.
        command: Option<String>,
    },
    /// What a term means, or all of them.
    Glossary {
        /// The term's key.
        term: Option<String>,
    },
    /// Whether everything works in a channel.
    Check(Box<SelfTestNotice>),
    /// A game's rules in short.
    Rules {
        /// Which game.
        variant: Variant,
        /// The game that is played here by them, and what was agreed for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreed: Option<Box<AgreedTerms>>,
    },
    /// For somebody who comes where a game is played: who plays, and what those who watch can do.
    #[serde(rename = "watching")]
    SpectatorWelcome {
        /// Which game.
        variant: Variant,
        /// Who plays.
        seats: Seats,
        /// The types the game has.
        #[serde(default)]
        kinds: Vec<PieceType>,
        /// The game, if they do not follow it yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    /// Somebody follows the game from now on, or no more.
    #[serde(rename = "following")]
    FollowChanged {
        /// Which game.
        game: GameId,
        /// Who plays.
        seats: Seats,
        /// Whether they follow it.
        follows: bool,
    },
    /// The rules of touch-move in short.
    TouchRules,
    /// How a piece moves.
    Piece {
        /// Which.
        kind: PieceType,
    },
    /// How the piece on a square moves, and what it is about it now.
    PieceAt {
        /// The board.
        board: Box<BoardNotice>,
        /// Where it stands.
        square: Square,
    },
    /// The pieces of a game or of a set-up.
    Legend {
        /// Their types, in table order.
        kinds: Vec<PieceType>,
        /// Whether they are a set-up's or a challenge's, whose game has not begun.
        is_setup: bool,
    },
    /// All pieces there are, by groups.
    PieceGroups {
        /// The group that is shown.
        group: Option<PieceGroup>,
    },
    /// A list of games.
    Games {
        /// Whose or where; `None` for this channel.
        of: Option<Person>,
        /// The games: in a list of the reader's own those at whose turn they are first, then other running ones; newest first.
        games: Vec<GameListEntry>,
        /// Whether there are more than are listed.
        more: bool,
        /// Whether some of the reader's own are left out, because others read the list.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        partial: bool,
    },
    /// Where the reader is to move.
    Due(Box<DueGamesNotice>),
    /// A record to take away.
    Export {
        /// Which game.
        game: GameId,
        /// The file's ending: `pgn`, `fen`.
        ending: String,
        /// Whose letters for pieces it has.
        #[serde(default, skip_serializing_if = "is_own_dialect")]
        letters: PieceDialect,
        /// Whether it is asked for where the game is played; elsewhere it does not say where that is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_here: bool,
        /// The content. A stored notice is without one that is too long for its row: [`crate::Bot::complete_notice`] adds it.
        #[serde(with = "long_text")]
        text: String,
    },
    /// A game move by move.
    Replay(Box<ReplayNotice>),
    /// A game as it stood at a step of going through it.
    Step(Box<ReplayStepNotice>),
    /// The computer looks at a game that is over.
    Analysing(AnalysisProgressNotice),
    /// What it thinks of that game.
    Analysis(Box<AnalysisNotice>),
    /// About a person's own vacation, reminders or protection.
    Personal(AbsenceNotice),
    /// Whom the reader blocks.
    Blocked(Box<BlockNotice>),
    /// Whom moderators have barred.
    Barred(Box<BarNotice>),
    /// No, and what to do instead.
    Refused(GameRefusal),
}

impl Notice {
    /// Whether it only tells the next step of a turn, that the turn is made, or that a question is answered: a board one can
    /// touch shows as much.
    pub fn is_a_step(&self) -> bool {
        match self {
            Self::MovePicker { .. }
            | Self::MovePlayed { .. }
            | Self::TouchDemand { tried: None, .. }
            | Self::EndAnswered { .. } => true,
            Self::Hand(hand) => hand.begun.is_some(),
            _ => false,
        }
    }
}

impl Notice {
    /// The people whose game, or whose challenge to answer, it tells something new about.
    pub fn concerns(&self) -> Vec<&PersonId> {
        let seats = match self {
            Self::Board(board) => &board.seats,
            Self::Selection(choosing) => &choosing.seats,
            Self::Offered { seats, .. } => seats,
            Self::Challenge(challenge) => {
                return challenge.opponent.iter().map(|person| &person.id).collect();
            }
            Self::Reminder(reminder) => return vec![&reminder.person.id],
            _ => return Vec::new(),
        };
        seats.people().map(|person| &person.id).collect()
    }

    /// The one person who reads it of all who are in the channel, if it is for nobody else there.
    pub fn is_for_one(&self) -> Option<&PersonId> {
        match self {
            Self::Reminder(reminder) if reminder.privately => Some(&reminder.person.id),
            _ => None,
        }
    }

    /// Whether it is for one person's eyes, wherever it is said: cards, hints, plans, and a set-up before it is sent.
    pub fn is_confidential(&self) -> bool {
        matches!(
            self,
            Notice::Hand(_)
                | Notice::Hint(_)
                | Notice::Plans(_)
                | Notice::Panel(_)
                | Notice::PanelClosed { sent: false }
        )
    }

    /// Whether it lists blocked or barred people, which others must not read.
    pub fn is_discreet(&self) -> bool {
        matches!(self, Notice::Blocked(_) | Notice::Barred(_))
    }

    /// Whether it says only that something was done which everybody is shown as well.
    pub fn is_receipt(&self) -> bool {
        let done = Notice::EndAnswered { end: None };
        matches!(
            self,
            Notice::MovePlayed { .. }
                | Notice::PieceSelected { .. }
                | Notice::PanelClosed { sent: true }
                | Notice::SoloBegun
                | Notice::EndAnswered { .. }
        ) && *self != done
    }
}

/// A move that was tried in a touch-move game and cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RejectedMove {
    /// The text.
    pub text: String,
    /// Why it is not legal; `None` when only the touched pieces forbid it.
    pub reason: Option<Box<notation::MoveRefusal>>,
    /// What it has touched that was not touched before, and where that stands.
    pub touched: Vec<(Square, Piece)>,
}

/// Which step of a move picked in steps is next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum MovePickerStep {
    /// The piece.
    Piece {
        /// Page of the menu.
        page: usize,
    },
    /// The square.
    Square {
        /// Of the piece here.
        from: Square,
        /// Page of the menu.
        page: usize,
    },
    /// The promotion.
    Promotion {
        /// Of the Pawn here.
        from: Square,
        /// Moving here.
        to: Square,
        /// Page of the menu.
        page: usize,
    },
    /// A draw can be claimed with the chosen move: the claim, or the move alone.
    Claim {
        /// Of the piece here.
        from: Square,
        /// Moving here.
        to: Square,
        /// What it becomes.
        promotion: Option<PieceType>,
        /// Which claim, and how far its count would be.
        count: ClaimCount,
    },
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameListEntry {
    /// Its id.
    pub id: GameId,
    /// Which game.
    pub variant: Variant,
    /// Who plays.
    pub seats: Seats,
    /// Plies played.
    pub plies: u32,
    /// How it ended.
    pub ending: Option<GameEnding>,
    /// Whose turn it is while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Side>,
    /// Where it runs, if that is elsewhere: for those who play it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<ChannelId>,
    /// Whether its board can be shown at all where it runs; only asked for those who play it.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub has_place: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_own_dialect(letters: &PieceDialect) -> bool {
    *letters == PieceDialect::Own
}

/// What older records mean that do not say it.
const fn yes() -> bool {
    true
}
