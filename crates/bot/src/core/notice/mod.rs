//! Notices: every message of the bot as data, before it is put into words. A notice is of bounded
//! size, stored in the outbox and in the logs of platforms, and presented for each viewer in their
//! language and from their side. Here: the list of all kinds, and who may read each. Not here:
//! sentences and pictures (`features`).

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
    core::{
        command::{BoardView, ConfirmableEnd, PieceGroup},
        game::{Challenge, DealCommitment, GameEnding, GameId, GameRecord, OfferKind, Seats},
        versioned_form::{field, part},
    },
};

/// Data for a channel or for one person, before it is put into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "notice", deny_unknown_fields)]
pub enum Notice {
    /// A question for the game to play.
    WhichGame,
    /// A reply to a message that only mentions the bot.
    Greeting,
    /// An open challenge, with its buttons.
    Challenge(Challenge),
    /// A challenge that was declined or withdrawn.
    ChallengeClosed {
        /// The challenge.
        challenge: Challenge,
        /// The person who closed it.
        by: Person,
    },
    /// A challenge that expired without an answer.
    ChallengeExpired {
        /// The challenge.
        challenge: Challenge,
    },
    /// A challenge dropped by a relocation: the new channel had no room for it.
    #[serde(rename = "challenge_left_behind")]
    ChallengeWithoutRoom {
        /// The challenge.
        challenge: Challenge,
    },
    /// A challenge was accepted; its game waits until the platform has opened a thread for it.
    OpenThread {
        /// The game, which is stored in no channel yet.
        #[serde(with = "part::boxed")]
        game: Box<GameRecord>,
    },
    /// No thread could be opened, and another game is played in the channel.
    NoThread {
        /// The game that has not begun.
        game: GameId,
        /// Its players.
        seats: Seats,
    },
    /// The game for which this thread was opened is over.
    CloseThread {
        /// The game.
        game: GameId,
    },
    /// A person's or a community's settings.
    Settings(Box<SettingsNotice>),
    /// A set-up panel, for its owner.
    Panel(Box<SetupPanelNotice>),
    /// A set-up panel was closed.
    PanelClosed {
        /// Whether it was sent as a challenge.
        sent: bool,
    },
    /// Replaces the notice from which a game against the computer was begun.
    SoloBegun,
    /// Progress of a piece selection.
    #[serde(rename = "choosing")]
    Selection(Box<SelectionNotice>),
    /// A step of choosing a piece by menus.
    #[serde(rename = "choose")]
    SelectionStep(Box<SelectionStepNotice>),
    /// A piece was chosen by menus.
    #[serde(rename = "chosen")]
    PieceSelected {
        /// The piece type.
        kind: PieceType,
    },
    /// A board after an event of the game.
    Board(Box<BoardNotice>),
    /// An event of a game's clock.
    Time(Box<ClockEventNotice>),
    /// A reminder: a person's time runs out.
    Reminder(Box<ReminderNotice>),
    /// A player made an offer.
    Offered {
        /// The game.
        game: GameId,
        /// The revision of the game.
        #[serde(rename = "turn")]
        revision: u64,
        /// The players.
        seats: Seats,
        /// The side that offers.
        by: Side,
        /// The kind of offer.
        kind: OfferKind,
    },
    /// A player declined an offer.
    OfferDeclined {
        /// The game.
        game: GameId,
        /// The players.
        seats: Seats,
        /// The side that declined.
        by: Side,
        /// The kind of offer.
        kind: OfferKind,
    },
    /// The computer's turn waits, as the computer opponent is switched off now.
    #[serde(rename = "computer_waits")]
    ComputerUnavailable {
        /// The game.
        game: GameId,
    },
    /// The engine did not finish, and a fallback made the computer's turn without a search.
    #[serde(rename = "computer_guessed")]
    ComputerFallback {
        /// The game.
        game: GameId,
    },
    /// The clocks, in answer to a question.
    Clock(Box<ClockNotice>),
    /// The board, in answer to a question.
    #[serde(rename = "look")]
    RequestedBoard {
        /// The board.
        board: Box<BoardNotice>,
        /// The form in which it is shown.
        view: BoardView,
    },
    /// A player's own cards, for that player alone.
    Hand(Box<HandNotice>),
    /// A good move, for the asking player alone.
    Hint(Box<HintNotice>),
    /// A player's conditional moves, for that player alone.
    Plans(Box<ConditionalMovesNotice>),
    /// The commitment to a game's deal, and how to verify it.
    #[serde(rename = "verified")]
    DealVerified {
        /// The game.
        game: GameId,
        /// The commitment posted at the start, with the sealed text when the game is over.
        commitment: DealCommitment,
        /// Whether the text matches the commitment, and the game was played with its cards.
        fits: bool,
    },
    /// Legal moves.
    Moves {
        /// The board they are legal on.
        board: Box<BoardNotice>,
        /// The squares whose pieces' moves are listed.
        from: Vec<Square>,
        /// Whether the moves are computed as if the other side were to move.
        #[serde(default)]
        as_if: bool,
    },
    /// Why the piece on a square cannot move.
    #[serde(rename = "idle")]
    ImmobilePiece {
        /// The board.
        board: Box<BoardNotice>,
        /// Its square.
        square: Square,
    },
    /// A step of the move picker.
    #[serde(rename = "pick")]
    MovePicker {
        /// The board.
        board: Box<BoardNotice>,
        /// The step.
        step: MovePickerStep,
    },
    /// The demand of the touched pieces, and the moves it leaves.
    #[serde(rename = "bound")]
    TouchDemand {
        /// The board.
        board: Box<BoardNotice>,
        /// The move that was tried before.
        tried: Option<RejectedMove>,
    },
    /// The move of the move picker was made.
    #[serde(rename = "picked")]
    MovePlayed {
        /// The move, in standard notation.
        san: String,
    },
    /// A question for confirmation before a game ends.
    Confirm {
        /// The game.
        game: GameId,
        /// The revision of the game.
        #[serde(rename = "turn")]
        revision: u64,
        /// The action to confirm.
        end: ConfirmableEnd,
        /// For a claim: its kind and count.
        claim: Option<ClaimCount>,
        /// The player who is asked and alone may answer; `None` for a moderator who does not play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asked: Option<Side>,
    },
    /// The question was answered with no, or the action was carried out.
    #[serde(rename = "settled")]
    EndAnswered {
        /// The action.
        end: Option<ConfirmableEnd>,
    },
    /// Help on all commands, or on one.
    Help {
        /// The command's name.
        command: Option<String>,
    },
    /// The explanation of a term, or the list of all terms.
    Glossary {
        /// The term's key.
        term: Option<String>,
    },
    /// The findings of a self-test.
    Check(Box<SelfTestNotice>),
    /// A game's rules in short.
    Rules {
        /// The game's variant.
        variant: Variant,
        /// The terms of the running game in the channel, if it is of this variant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreed: Option<Box<AgreedTerms>>,
    },
    /// A welcome for a spectator: who plays, and what spectators can do.
    #[serde(rename = "watching")]
    SpectatorWelcome {
        /// The game's variant.
        variant: Variant,
        /// The players.
        seats: Seats,
        /// The piece types of the game.
        #[serde(default)]
        kinds: Vec<PieceType>,
        /// The game, if they do not follow it yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
    },
    /// A spectator follows a game, or no longer follows it.
    #[serde(rename = "following")]
    FollowChanged {
        /// The game.
        game: GameId,
        /// The players.
        seats: Seats,
        /// Whether they follow it now.
        follows: bool,
    },
    /// The rules of touch-move in short.
    TouchRules,
    /// How a piece moves.
    Piece {
        /// The piece type.
        kind: PieceType,
    },
    /// How the piece on a square moves, and its present situation.
    PieceAt {
        /// The board.
        board: Box<BoardNotice>,
        /// Its square.
        square: Square,
    },
    /// The pieces of a game or of a set-up.
    Legend {
        /// Their types, in table order.
        kinds: Vec<PieceType>,
        /// Whether they belong to a set-up or a challenge, whose game has not begun.
        is_setup: bool,
    },
    /// All piece types, by groups.
    PieceGroups {
        /// The group that is shown.
        group: Option<PieceGroup>,
    },
    /// A list of games.
    Games {
        /// The person whose games are listed; `None` for the games of this channel.
        of: Option<Person>,
        /// The games, newest first; in a list of the reader's own those where they are to move come
        /// first, then other running ones.
        games: Vec<GameListEntry>,
        /// Whether games are not listed.
        more: bool,
        /// Whether games of the reader are left out because others read the list.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        partial: bool,
    },
    /// The games in which the reader is to move.
    Due(Box<DueGamesNotice>),
    /// An exported record.
    Export {
        /// The game.
        game: GameId,
        /// The file extension: `pgn`, `fen`.
        ending: String,
        /// The piece letters in it.
        #[serde(default, skip_serializing_if = "field::is_default")]
        letters: PieceDialect,
        /// Whether the game's channel asked for it; elsewhere the record does not name the channel.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_here: bool,
        /// The content. A stored notice lacks one that is too long for its row:
        /// [`crate::Bot::complete_notice`] adds it.
        #[serde(with = "long_text")]
        text: String,
    },
    /// A replay: a game move by move.
    Replay(Box<ReplayNotice>),
    /// One board of a replay by steps.
    Step(Box<ReplayStepNotice>),
    /// Progress of an analysis.
    Analysing(AnalysisProgressNotice),
    /// The result of an analysis.
    Analysis(Box<AnalysisNotice>),
    /// A person's own vacation, reminders or protection.
    Personal(AbsenceNotice),
    /// The people the reader blocks.
    Blocked(Box<BlockNotice>),
    /// The people moderators have barred.
    Barred(Box<BarNotice>),
    /// A refusal.
    Refused(GameRefusal),
}

impl Notice {
    /// Whether the notice only shows the next step of a turn, the end of its steps, or an answered
    /// question. An interactive board shows the same.
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
    /// The people whose game, or whose challenge to answer, has news in this notice.
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

    /// The only reader of the notice in its channel; `None` if everybody there reads it.
    pub fn is_for_one(&self) -> Option<&PersonId> {
        match self {
            Self::Reminder(reminder) if reminder.privately => Some(&reminder.person.id),
            _ => None,
        }
    }

    /// Whether the notice is confidential in any channel: cards, hints, plans, an unsent set-up.
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

    /// Whether the notice lists blocked or barred people, which others must not read.
    pub fn is_discreet(&self) -> bool {
        matches!(self, Notice::Blocked(_) | Notice::Barred(_))
    }

    /// Whether the notice only confirms a change that everybody is shown as well.
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
    /// Why it is illegal; `None` when only the touched pieces forbid it.
    pub reason: Option<Box<notation::MoveRefusal>>,
    /// The pieces it newly touched, with their squares.
    pub touched: Vec<(Square, Piece)>,
}

/// The next step of the move picker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum MovePickerStep {
    /// The piece to move.
    Piece {
        /// The page of the menu.
        page: usize,
    },
    /// The square to move to.
    Square {
        /// The square of the piece.
        from: Square,
        /// The page of the menu.
        page: usize,
    },
    /// The piece a Pawn becomes.
    Promotion {
        /// The from-square of the Pawn.
        from: Square,
        /// Its to-square.
        to: Square,
        /// The page of the menu.
        page: usize,
    },
    /// A draw can be claimed with the chosen move: claim, or move only.
    Claim {
        /// The from-square.
        from: Square,
        /// The to-square.
        to: Square,
        /// The piece a Pawn becomes.
        promotion: Option<PieceType>,
        /// The claim with its count after the move.
        count: ClaimCount,
    },
}

/// An entry of a list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameListEntry {
    /// Its id.
    pub id: GameId,
    /// The rules.
    pub variant: Variant,
    /// The players.
    pub seats: Seats,
    /// Plies played.
    pub plies: u32,
    /// The game's end.
    pub ending: Option<GameEnding>,
    /// The side to move while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Side>,
    /// The channel of a game that runs elsewhere, for its players only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<ChannelId>,
    /// Whether its board can be shown where it runs; set for its players only.
    #[serde(default = "field::yes", skip_serializing_if = "field::is_true")]
    pub has_place: bool,
}
