//! Types of button ids, the strings behind buttons and menus, and their reading. An id holds game,
//! revision and action in at most 100 characters, so a button works after a restart and in any
//! process, and a stale one is recognised. Not here: what a button does
//! (`features::button_dispatch`).

use adoube_rules::{CardDrop, Move, PieceType, Side, Square, Variant};

use super::{
    GameOverButton, MenuIndex, PieceGroup, SettingsButton, SetupPanelButton,
    id_parts::{self, IdPart, IdParts, ids},
};
use crate::core::game::GameId;

/// The longest id, in bytes; Discord's limit.
const ID_LIMIT: usize = 100;

ids! {
    /// A button or menu. `turn` is the game's revision when it was shown.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ButtonId {
        /// Challenge anybody to this game.
        Play(variant: Variant) = "play",
        /// Play this game against the computer.
        Computer(variant: Variant) = "computer",
        /// Accept a challenge.
        Accept(id: GameId) = "accept",
        /// Decline a challenge.
        Decline(id: GameId) = "decline",
        /// Withdraw a challenge.
        Withdraw(id: GameId) = "withdraw",
        /// A button or menu under a board.
        Turn {
            /// The game.
            game: GameId,
            /// The game's revision when the board was shown.
            turn: u64,
            /// The action.
            target: BoardButton,
        } = "turn",
        /// A button or menu of a set-up panel.
        Panel {
            /// The panel.
            id: GameId,
            /// The panel's version when it was shown.
            version: u64,
            /// The action.
            target: SetupPanelButton,
        } = "panel",
        /// A button under a finished game.
        After {
            /// The game.
            game: GameId,
            /// The action.
            target: GameOverButton,
        } = "after",
        /// A menu of pieces to explain: the value is a piece's code. Several menus in one message
        /// are numbered.
        PieceHelp(place: MenuIndex) = "piecehelp",
        /// The groups of all pieces: the list of groups, or the group that is the value.
        PieceGroups = "piecegroups",
        /// A button or menu of the settings panel.
        Settings(target: SettingsButton) = "settings",
    }
}

impl ButtonId {
    /// Reads an id that the bot gave out. `None` for anything else: ids come from outside and may
    /// be forged.
    pub fn parse(id: &str) -> Option<Self> {
        if id.len() > ID_LIMIT { None } else { id_parts::parse(id) }
    }

    /// Whether the button says yes or no to a challenge, an offer or a question; `None` for any
    /// other control.
    pub const fn answer(&self) -> Option<bool> {
        match self {
            Self::Accept(_) => Some(true),
            Self::Decline(_) => Some(false),
            Self::Turn { target, .. } => match target {
                BoardButton::AcceptDraw
                | BoardButton::AcceptTakeback
                | BoardButton::AcceptPause
                | BoardButton::Confirm(..) => Some(true),
                BoardButton::DeclineDraw
                | BoardButton::DeclineTakeback
                | BoardButton::DeclinePause
                | BoardButton::Cancel => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the button may begin a game, or make a challenge.
    pub const fn begins_a_game(&self) -> bool {
        match self {
            Self::Play(_) | Self::Computer(_) | Self::Accept(_) => true,
            Self::Panel { target, .. } => {
                matches!(target, SetupPanelButton::Send | SetupPanelButton::Computer)
            }
            Self::After { target, .. } => {
                matches!(target, GameOverButton::Rematch | GameOverButton::NewArray)
            }
            Self::Decline(_)
            | Self::Withdraw(_)
            | Self::Turn { .. }
            | Self::PieceHelp(_)
            | Self::PieceGroups
            | Self::Settings(_) => false,
        }
    }
}

ids! {
    /// A button or menu under a board.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum BoardButton {
        /// Begin a move in steps.
        Move = "move",
        /// Page of the menu of pieces.
        PiecePage(page: usize) = "pieces",
        /// The menu of pieces: the value is a square.
        Piece = "piece",
        /// Page of the menu of target squares of the piece on a square.
        SquarePage(from: Square, page: usize) = "squares",
        /// The menu of target squares: the value is a square.
        Square(from: Square) = "square",
        /// Page of the menu of promotions.
        PromotionPage(from: Square, to: Square, page: usize) = "promotions",
        /// The menu of promotions of a Pawn's move: the value is a piece's code, or `-` for none.
        Promotion(from: Square, to: Square) = "promotion",
        /// Begin to choose an extra piece in steps.
        Choose = "choose",
        /// The step with the menu of groups.
        Groups = "groups",
        /// The menu of groups of pieces: the value is a group.
        Group = "group",
        /// The step with the menu of a group.
        ShowGroup(group: PieceGroup) = "group",
        /// The menu of a group's pieces: the value is a code.
        Kind = "kind",
        /// Choose this extra piece.
        ChooseKind(kind: PieceType) = "choose",
        /// Ask whether to abort.
        Abort = "abort",
        /// Show the pieces that may move.
        Hints = "hints",
        /// Tell the presser a good move.
        Hint = "hint",
        /// Show which pieces the game has.
        Legend = "legend",
        /// Show the board from the presser's side.
        Board = "board",
        /// Show the board from the other side.
        Flip = "flip",
        /// Notify the presser when the game ends.
        Follow = "follow",
        /// Stop notifying the presser.
        Unfollow = "unfollow",
        /// A legal move that a text may have meant.
        Play(made: Move, drop: Option<CardDrop>) = "play",
        /// Show the presser's cards.
        Hand = "hand",
        /// The step with the cards that may be dropped after this move.
        Cards(made: Move) = "cards",
        /// The menu of cards after a move: the value is a code.
        Card(made: Move) = "card",
        /// The menu of squares for a card after a move: the value is a square.
        DropOn(made: Move, card: PieceType) = "dropon",
        /// The move, and no drop.
        Pass(made: Move) = "pass",
        /// On a clickable board: the value is a move in coordinates.
        Make = "make",
        /// On a clickable board: touch the piece on the square that is the value.
        Touch = "touch",
        /// On a clickable board, after a move: the value is a card and its square, `Q@b3`.
        Put(made: Move) = "put",
        /// Take back the pending move that waits for a card drop.
        TakeUp = "takeup",
        /// Delete the presser's conditional moves with this mark.
        Unplan(mark: u64) = "unplan",
        /// Release every piece that the opponent touched.
        Release = "release",
        /// Offer a draw, or accept the opponent's.
        Draw = "draw",
        /// Accept the draw.
        AcceptDraw = "acceptdraw",
        /// Decline the draw.
        DeclineDraw = "nodraw",
        /// Ask whether to resign.
        Resign = "resign",
        /// Do what the question was about, for the side that was asked.
        Confirm(end: ConfirmableEnd, asked: Option<Side>) = "confirm",
        /// Cancel the question.
        Cancel = "cancel",
        /// Ask for the last move back.
        Takeback = "asktakeback",
        /// Ask whether to claim a draw by the rules.
        Claim = "askclaim",
        /// Claim a draw with this intended move.
        ClaimWith(intended: Move) = "claimwith",
        /// Give the last move back.
        AcceptTakeback = "takeback",
        /// Decline to give the last move back.
        DeclineTakeback = "notakeback",
        /// Agree to the pause.
        AcceptPause = "pause",
        /// Decline the pause.
        DeclinePause = "nopause",
        /// The opponent's flag fell: take the win.
        TakeWin = "takewin",
        /// The opponent's flag fell: give them one more turn.
        OneMoreTurn = "moreturn",
        /// Go on with an idle game.
        PlayOn = "playon",
        /// End the presser's vacation with this turn.
        ReturnAndMove(made: Move, drop: Option<CardDrop>) = "return",
        /// End the presser's vacation with this pick of an extra piece.
        ReturnAndPick(kind: PieceType) = "return",
    }
}

/// Ways to end a game that the bot asks to confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmableEnd {
    /// Resign.
    Resign,
    /// Claim a draw.
    Claim,
    /// Abort.
    Abort,
}

impl ConfirmableEnd {
    /// The word in button ids and in locale keys.
    pub fn key(self) -> &'static str {
        match self {
            ConfirmableEnd::Resign => "resign",
            ConfirmableEnd::Claim => "claim",
            ConfirmableEnd::Abort => "abort",
        }
    }

    fn from_key(key: &str) -> Option<Self> {
        [ConfirmableEnd::Resign, ConfirmableEnd::Claim, ConfirmableEnd::Abort]
            .into_iter()
            .find(|end| end.key() == key)
    }
}

impl IdPart for ConfirmableEnd {
    fn write(&self, id: &mut Vec<String>) {
        id.push(self.key().to_owned());
    }

    fn read(parts: &mut IdParts<'_>) -> Option<Self> {
        parts.next().and_then(|key| Self::from_key(key))
    }
}

/// The value of a promotion menu that stands for "stay a Pawn".
const NO_PROMOTION: &str = "-";

/// Prefix of a move in coordinates, as a value of [`BoardButton::Make`]: claim a draw with the move
/// instead of making it.
pub const CLAIM_PREFIX: &str = "claim:";

/// Writes a promotion choice as a menu's value.
pub fn promotion_value(choice: Option<PieceType>) -> String {
    choice.map_or(NO_PROMOTION, PieceType::code).to_owned()
}

/// The move of a Pawn with a promotion menu's value; `None` if the value is not one of that menu.
pub fn promotion_move(from: Square, to: Square, value: &str) -> Option<Move> {
    let plain = Move::new(from, to);
    if value == NO_PROMOTION {
        Some(plain)
    } else {
        PieceType::from_code(value).map(|kind| plain.promoting_to(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_stay_short() {
        let (Ok(from), Ok(to)) = ("-zzz-999999".parse::<Square>(), "j10".parse::<Square>()) else {
            panic!("squares");
        };
        let Some(game) = GameId::parse("zzzzzz") else { panic!("id") };
        let targets = [
            BoardButton::Move,
            BoardButton::PiecePage(3),
            BoardButton::Piece,
            BoardButton::SquarePage(from, 12),
            BoardButton::Square(from),
            BoardButton::PromotionPage(from, to, 4),
            BoardButton::Promotion(from, to),
            BoardButton::Choose,
            BoardButton::Groups,
            BoardButton::Group,
            BoardButton::ShowGroup(PieceGroup::Knights),
            BoardButton::Kind,
            BoardButton::ChooseKind(PieceType::JOKER),
            BoardButton::Abort,
            BoardButton::Hints,
            BoardButton::Hint,
            BoardButton::Legend,
            BoardButton::Board,
            BoardButton::Flip,
            BoardButton::Follow,
            BoardButton::Unfollow,
            BoardButton::Play(Move::new(from, to).promoting_to(PieceType::QUEEN), None),
            BoardButton::Play(Move::new(from, to), Some(CardDrop { card: PieceType::KNIGHT, square: from })),
            BoardButton::Hand,
            BoardButton::Cards(Move::new(from, from)),
            BoardButton::Card(Move::new(from, from).promoting_to(PieceType::QUEEN)),
            BoardButton::DropOn(Move::new(from, from).promoting_to(PieceType::QUEEN), PieceType::ROOK),
            BoardButton::Pass(Move::new(from, from)),
            BoardButton::Make,
            BoardButton::Touch,
            BoardButton::Put(Move::new(from, from).promoting_to(PieceType::QUEEN)),
            BoardButton::TakeUp,
            BoardButton::Unplan(u64::from(u32::MAX)),
            BoardButton::Release,
            BoardButton::Draw,
            BoardButton::AcceptDraw,
            BoardButton::DeclineDraw,
            BoardButton::Resign,
            BoardButton::Confirm(ConfirmableEnd::Resign, Some(Side::White)),
            BoardButton::Confirm(ConfirmableEnd::Claim, Some(Side::Black)),
            BoardButton::Confirm(ConfirmableEnd::Abort, None),
            BoardButton::Cancel,
            BoardButton::Takeback,
            BoardButton::Claim,
            BoardButton::ClaimWith(Move::new(from, to).promoting_to(PieceType::QUEEN)),
            BoardButton::AcceptTakeback,
            BoardButton::DeclineTakeback,
            BoardButton::AcceptPause,
            BoardButton::DeclinePause,
            BoardButton::TakeWin,
            BoardButton::OneMoreTurn,
            BoardButton::PlayOn,
            BoardButton::ReturnAndMove(Move::new(from, to).promoting_to(PieceType::QUEEN), None),
            BoardButton::ReturnAndMove(
                Move::new(from, to),
                Some(CardDrop { card: PieceType::KNIGHT, square: from }),
            ),
            BoardButton::ReturnAndPick(PieceType::JOKER),
        ];
        let turns = targets.map(|target| ButtonId::Turn { game: game.clone(), turn: u64::MAX, target });
        let after = [
            GameOverButton::Rematch,
            GameOverButton::NewArray,
            GameOverButton::Replay,
            GameOverButton::Analyse,
            GameOverButton::Steps,
            GameOverButton::First,
            GameOverButton::Step(u32::MAX),
            GameOverButton::Last,
            GameOverButton::Export,
        ];
        let after = after.map(|target| ButtonId::After { game: game.clone(), target });
        let others = [
            ButtonId::Panel { id: game.clone(), version: u64::MAX, target: SetupPanelButton::Duplicates },
            ButtonId::PieceHelp(MenuIndex(0)),
            ButtonId::PieceHelp(MenuIndex(3)),
            ButtonId::Play(Variant::Chess960),
            ButtonId::PieceGroups,
            ButtonId::Accept(game.clone()),
            ButtonId::Decline(game.clone()),
            ButtonId::Withdraw(game.clone()),
        ];
        for component in turns.into_iter().chain(after).chain(others) {
            let id = component.to_string();
            assert!(id.len() <= ID_LIMIT, "{id}");
            assert_eq!(ButtonId::parse(&id), Some(component), "{id}");
        }
    }

    #[test]
    fn what_is_longer_than_any_id_is_none() {
        let id =
            |length: usize| format!("turn.zzzzzz.{}7.move", "0".repeat(length - "turn.zzzzzz.7.move".len()));
        for (length, is_read) in [(20, true), (ID_LIMIT, true), (ID_LIMIT + 1, false), (4000, false)] {
            assert_eq!(ButtonId::parse(&id(length)).is_some(), is_read, "{length}");
        }
    }

    /// Ids as they stand under messages that people still see.
    #[test]
    fn ids_that_were_shown_are_understood() {
        let targets = [
            "move",
            "pieces.3",
            "piece",
            "squares.o6.12",
            "square.-zzz-999999",
            "promotions.e7.e8.4",
            "promotion.e7.e8",
            "choose",
            "groups",
            "group",
            "group.knights",
            "kind",
            "choose.JO",
            "abort",
            "hints",
            "hint",
            "legend",
            "board",
            "flip",
            "follow",
            "unfollow",
            "play.e2.e4.-",
            "play.e7.e8.Q",
            "play.e2.e4.-.N.d5",
            "hand",
            "cards.e2.e4.-",
            "card.e7.e8.Q",
            "dropon.e2.e4.-.R",
            "pass.e2.e4.-",
            "make",
            "touch",
            "put.e7.e8.Q",
            "takeup",
            "unplan.4294967295",
            "release",
            "draw",
            "acceptdraw",
            "nodraw",
            "resign",
            "confirm.resign.white",
            "confirm.claim.black",
            "confirm.abort",
            "cancel",
            "asktakeback",
            "askclaim",
            "claimwith.g8.f6.-",
            "takeback",
            "notakeback",
            "pause",
            "nopause",
            "takewin",
            "moreturn",
            "playon",
            "return.e7.e8.Q",
            "return.e2.e4.-.N.d5",
            "return.JO",
        ];
        let panels = [
            "array",
            "pieces",
            "rule",
            "duplicates",
            "rotate",
            "touch",
            "redraw",
            "opponents",
            "opponent",
            "anybody",
            "help",
            "rules",
            "send",
            "discard",
        ];
        let others = [
            "play.grand",
            "play.chess",
            "play.chess960",
            "play.schachen",
            "accept.zzzzzz",
            "decline.zzzzzz",
            "withdraw.zzzzzz",
            "piecehelp",
            "piecehelp.9",
            "piecegroups",
            "after.zzzzzz.rematch",
            "after.zzzzzz.array",
            "after.zzzzzz.replay",
            "after.zzzzzz.analyse",
            "after.zzzzzz.steps",
            "after.zzzzzz.first",
            "after.zzzzzz.step.0",
            "after.zzzzzz.last",
            "after.zzzzzz.export",
        ];
        let targets = targets.map(|target| format!("turn.zzzzzz.18446744073709551615.{target}"));
        let panels = panels.map(|target| format!("panel.zzzzzz.7.{target}"));
        for id in targets.into_iter().chain(panels).chain(others.map(str::to_owned)) {
            assert_eq!(ButtonId::parse(&id).map(|component| component.to_string()), Some(id));
        }
    }

    #[test]
    fn forged_ids_are_nothing() {
        for id in [
            "",
            ".",
            "turn",
            "panel.abcdef.1.fly",
            "piecehelp.Q",
            "turn.abcdef.1.choose.X",
            "turn.abcdef.1.dropon.e2.e4.-.X",
            "turn.abcdef.1.play.e2.e4.-.Q",
            "turn.abcdef.1.cards.e2.e4.-.N.d4",
            "turn.abcdef.1.play.e2.e4.-.N.d4.d5",
            "turn.abcdef.1.move.",
            "panel.abcdef.1.array.x",
            "piecehelp.0",
            "piecehelp.10",
            "turn.k.1",
            "turn.abcdef.x.move",
            "turn.abcdef.1.fly",
            "turn.abcdef.1.confirm.mate",
            "turn.abcdef.1.confirm.resign.red",
            "accept.",
            "after.abcdef",
            "after.abcdef.rematch.1",
            "after.abcdef.step",
            "after.abcdef.step.-1",
            "play.checkers",
            "accept.a.b",
        ] {
            assert_eq!(ButtonId::parse(id), None, "{id}");
        }
    }
}
