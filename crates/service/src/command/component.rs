//! The ids of buttons and menus. An id carries game, turn and command in at most 100 characters, so that a button works
//! after a restart, in any process, and a stale one is recognised. What pressing one does is in `flow`.

use std::fmt;

use adoube_rules::{Drop, Move, PieceType, Side, Square, Variant};

use super::{PanelTarget, PieceGroup};
use crate::game::GameId;

/// The longest id, in bytes; Discord's limit.
const ID_LIMIT: usize = 100;

/// A button or menu, as its id says it. `turn` is the number of changes the game had seen when it was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Component {
    /// Challenge anybody to this game.
    Play(Variant),
    /// Accept a challenge.
    Accept(GameId),
    /// Decline a challenge.
    Decline(GameId),
    /// Withdraw a challenge.
    Withdraw(GameId),
    /// Something done with the game on a board.
    Turn {
        /// Which game.
        game: GameId,
        /// At which turn.
        turn: u64,
        /// What.
        target: Target,
    },
    /// Something done with a set-up panel.
    Panel {
        /// Which panel.
        id: GameId,
        /// At which version of it.
        version: u64,
        /// What.
        target: PanelTarget,
    },
    /// A menu of pieces to read about: the value is a code. A message with several numbers them.
    PieceHelp(usize),
    /// The groups of all pieces: all of them, or the one that is the value.
    PieceGroups,
}

/// What a board's button or menu does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Begin a move in steps.
    Move,
    /// Page of the menu of pieces.
    PiecePage(usize),
    /// The menu of pieces: the value is a square.
    Piece,
    /// Page of the menu of target squares of the piece on a square.
    SquarePage(Square, usize),
    /// The menu of target squares: the value is a square.
    Square(Square),
    /// Page of the menu of promotions.
    PromotionPage(Square, Square, usize),
    /// The menu of promotions of a Pawn's move: the value is a piece's code, or `-` for none.
    Promotion(Square, Square),
    /// Begin to choose an extra piece in steps.
    Choose,
    /// The step with the menu of groups.
    Groups,
    /// The menu of groups of pieces: the value is a group.
    Group,
    /// The step with the menu of a group.
    ShowGroup(PieceGroup),
    /// The menu of a group's pieces: the value is a code.
    Kind,
    /// Choose this extra piece.
    ChooseKind(PieceType),
    /// Ask whether to abort.
    Abort,
    /// Show the pieces that may move.
    Hints,
    /// Show which pieces the game has.
    Legend,
    /// Show the board from the presser's side.
    Board,
    /// Show the board from the other side.
    Flip,
    /// Be called when the game ends.
    Follow,
    /// Be called no more.
    Unfollow,
    /// A legal move that a text may have meant.
    Play(Move),
    /// Show the presser's cards.
    Hand,
    /// The step with the cards that may be dropped after this move.
    Cards(Move),
    /// The menu of cards after a move: the value is a code.
    Card(Move),
    /// The menu of squares for a card after a move: the value is a square.
    DropOn(Move, PieceType),
    /// The move, and no drop.
    Pass(Move),
    /// Release everything that the opponent touched.
    Release,
    /// Offer a draw, or accept the opponent's.
    Draw,
    /// Accept the draw.
    AcceptDraw,
    /// Decline the draw.
    DeclineDraw,
    /// Ask whether to resign.
    Resign,
    /// Do what was asked about, for the side that was asked.
    Confirm(ConfirmedEnd, Option<Side>),
    /// Leave everything as it is.
    Cancel,
    /// Give the last move back.
    AcceptTakeback,
    /// Keep it.
    DeclineTakeback,
}

/// Ends of a game that are asked about first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmedEnd {
    /// Resign.
    Resign,
    /// Claim a draw.
    Claim,
    /// Abort.
    Abort,
}

impl ConfirmedEnd {
    /// The word in a component's id and in locale keys.
    pub fn key(self) -> &'static str {
        match self {
            ConfirmedEnd::Resign => "resign",
            ConfirmedEnd::Claim => "claim",
            ConfirmedEnd::Abort => "abort",
        }
    }

    fn from_key(key: &str) -> Option<Self> {
        [ConfirmedEnd::Resign, ConfirmedEnd::Claim, ConfirmedEnd::Abort]
            .into_iter()
            .find(|end| end.key() == key)
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Component::Play(variant) => write!(f, "play.{}", variant.key()),
            Component::Accept(id) => write!(f, "accept.{id}"),
            Component::Decline(id) => write!(f, "decline.{id}"),
            Component::Withdraw(id) => write!(f, "withdraw.{id}"),
            Component::Turn { game, turn, target } => write!(f, "turn.{game}.{turn}.{target}"),
            Component::Panel { id, version, target } => write!(f, "panel.{id}.{version}.{target}"),
            Component::PieceHelp(0) => f.write_str("piecehelp"),
            Component::PieceHelp(place) => write!(f, "piecehelp.{place}"),
            Component::PieceGroups => f.write_str("piecegroups"),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Move => f.write_str("move"),
            Target::PiecePage(page) => write!(f, "pieces.{page}"),
            Target::Piece => f.write_str("piece"),
            Target::SquarePage(from, page) => write!(f, "squares.{from}.{page}"),
            Target::Square(from) => write!(f, "square.{from}"),
            Target::PromotionPage(from, to, page) => write!(f, "promotions.{from}.{to}.{page}"),
            Target::Promotion(from, to) => write!(f, "promotion.{from}.{to}"),
            Target::Choose => f.write_str("choose"),
            Target::Groups => f.write_str("groups"),
            Target::Group => f.write_str("group"),
            Target::ShowGroup(group) => write!(f, "group.{}", group.key()),
            Target::Kind => f.write_str("kind"),
            Target::ChooseKind(kind) => write!(f, "choose.{kind}"),
            Target::Abort => f.write_str("abort"),
            Target::Hints => f.write_str("hints"),
            Target::Legend => f.write_str("legend"),
            Target::Board => f.write_str("board"),
            Target::Flip => f.write_str("flip"),
            Target::Follow => f.write_str("follow"),
            Target::Unfollow => f.write_str("unfollow"),
            Target::Play(made) => match made.drop {
                None => write!(f, "play.{}", move_value(made)),
                Some(Drop { card, square }) => {
                    write!(f, "play.{}.{}.{square}", move_value(made), card.code())
                }
            },
            Target::Hand => f.write_str("hand"),
            Target::Cards(made) => write!(f, "cards.{}", move_value(made)),
            Target::Card(made) => write!(f, "card.{}", move_value(made)),
            Target::DropOn(made, card) => write!(f, "dropon.{}.{}", move_value(made), card.code()),
            Target::Pass(made) => write!(f, "pass.{}", move_value(made)),
            Target::Release => f.write_str("release"),
            Target::Draw => f.write_str("draw"),
            Target::AcceptDraw => f.write_str("acceptdraw"),
            Target::DeclineDraw => f.write_str("nodraw"),
            Target::Resign => f.write_str("resign"),
            Target::Confirm(end, None) => write!(f, "confirm.{}", end.key()),
            Target::Confirm(end, Some(side)) => write!(f, "confirm.{}.{side}", end.key()),
            Target::Cancel => f.write_str("cancel"),
            Target::AcceptTakeback => f.write_str("takeback"),
            Target::DeclineTakeback => f.write_str("notakeback"),
        }
    }
}

impl Component {
    /// Reads an id that the service gave out. `None` for anything else: ids come from outside and may be forged.
    pub fn parse(id: &str) -> Option<Self> {
        if id.len() > ID_LIMIT {
            return None;
        }
        let parts: Vec<&str> = id.split('.').collect();
        match parts.as_slice() {
            ["play", variant] => Variant::from_key(variant).map(Component::Play),
            ["accept", id] => GameId::parse(id).map(Component::Accept),
            ["decline", id] => GameId::parse(id).map(Component::Decline),
            ["withdraw", id] => GameId::parse(id).map(Component::Withdraw),
            ["turn", game, turn, target @ ..] => Some(Component::Turn {
                game: GameId::parse(game)?,
                turn: turn.parse().ok()?,
                target: Target::parse(target)?,
            }),
            ["panel", id, version, target] => Some(Component::Panel {
                id: GameId::parse(id)?,
                version: version.parse().ok()?,
                target: PanelTarget::parse(target)?,
            }),
            ["piecehelp"] => Some(Component::PieceHelp(0)),
            ["piecehelp", place] => {
                Some(Component::PieceHelp(place.parse().ok().filter(|place| (1..10).contains(place))?))
            }
            ["piecegroups"] => Some(Component::PieceGroups),
            _ => None,
        }
    }
}

impl Target {
    fn parse(parts: &[&str]) -> Option<Self> {
        let square = |text: &str| text.parse::<Square>().ok();
        Some(match parts {
            ["move"] => Target::Move,
            ["pieces", page] => Target::PiecePage(page.parse().ok()?),
            ["piece"] => Target::Piece,
            ["squares", from, page] => Target::SquarePage(square(from)?, page.parse().ok()?),
            ["square", from] => Target::Square(square(from)?),
            ["promotions", from, to, page] => {
                Target::PromotionPage(square(from)?, square(to)?, page.parse().ok()?)
            }
            ["promotion", from, to] => Target::Promotion(square(from)?, square(to)?),
            ["choose"] => Target::Choose,
            ["groups"] => Target::Groups,
            ["group"] => Target::Group,
            ["group", group] => Target::ShowGroup(PieceGroup::from_key(group)?),
            ["kind"] => Target::Kind,
            ["choose", code] => Target::ChooseKind(PieceType::from_code(code)?),
            ["abort"] => Target::Abort,
            ["hints"] => Target::Hints,
            ["legend"] => Target::Legend,
            ["board"] => Target::Board,
            ["flip"] => Target::Flip,
            ["follow"] => Target::Follow,
            ["unfollow"] => Target::Unfollow,
            ["play", from, to, choice] => Target::Play(read_move([from, to, choice])?),
            ["play", from, to, choice, card, on] => Target::Play(
                read_move([from, to, choice])?
                    .dropping(Drop { card: PieceType::from_code(card)?, square: square(on)? }),
            ),
            ["hand"] => Target::Hand,
            ["cards", from, to, choice] => Target::Cards(read_move([from, to, choice])?),
            ["card", from, to, choice] => Target::Card(read_move([from, to, choice])?),
            ["dropon", from, to, choice, card] => {
                Target::DropOn(read_move([from, to, choice])?, PieceType::from_code(card)?)
            }
            ["pass", from, to, choice] => Target::Pass(read_move([from, to, choice])?),
            ["release"] => Target::Release,
            ["draw"] => Target::Draw,
            ["acceptdraw"] => Target::AcceptDraw,
            ["nodraw"] => Target::DeclineDraw,
            ["resign"] => Target::Resign,
            ["confirm", end] => Target::Confirm(ConfirmedEnd::from_key(end)?, None),
            ["confirm", end, side] => {
                let side = Side::BOTH.into_iter().find(|known| known.to_string() == *side)?;
                Target::Confirm(ConfirmedEnd::from_key(end)?, Some(side))
            }
            ["cancel"] => Target::Cancel,
            ["takeback"] => Target::AcceptTakeback,
            ["notakeback"] => Target::DeclineTakeback,
            _ => return None,
        })
    }
}

/// A move without its drop, as ids carry it.
fn move_value(made: &Move) -> String {
    format!("{}.{}.{}", made.from, made.to, promotion_value(made.choice))
}

fn read_move([from, to, choice]: [&str; 3]) -> Option<Move> {
    promotion_move(from.parse().ok()?, to.parse().ok()?, choice)
}

/// The value of a promotion menu that stands for "stay a Pawn".
const NO_PROMOTION: &str = "-";

/// Writes a promotion choice as a menu's value.
pub fn promotion_value(choice: Option<PieceType>) -> String {
    choice.map_or(NO_PROMOTION, PieceType::code).to_owned()
}

/// The move of a Pawn with a promotion menu's value; `None` when it is no such value.
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
            Target::Move,
            Target::PiecePage(3),
            Target::Piece,
            Target::SquarePage(from, 12),
            Target::Square(from),
            Target::PromotionPage(from, to, 4),
            Target::Promotion(from, to),
            Target::Choose,
            Target::Groups,
            Target::Group,
            Target::ShowGroup(PieceGroup::Knights),
            Target::Kind,
            Target::ChooseKind(PieceType::JOKER),
            Target::Abort,
            Target::Hints,
            Target::Legend,
            Target::Board,
            Target::Flip,
            Target::Follow,
            Target::Unfollow,
            Target::Play(Move::new(from, to).promoting_to(PieceType::QUEEN)),
            Target::Play(Move::new(from, to).dropping(Drop { card: PieceType::KNIGHT, square: from })),
            Target::Hand,
            Target::Cards(Move::new(from, from)),
            Target::Card(Move::new(from, from).promoting_to(PieceType::QUEEN)),
            Target::DropOn(Move::new(from, from).promoting_to(PieceType::QUEEN), PieceType::ROOK),
            Target::Pass(Move::new(from, from)),
            Target::Release,
            Target::Draw,
            Target::AcceptDraw,
            Target::DeclineDraw,
            Target::Resign,
            Target::Confirm(ConfirmedEnd::Resign, Some(Side::White)),
            Target::Confirm(ConfirmedEnd::Claim, Some(Side::Black)),
            Target::Confirm(ConfirmedEnd::Abort, None),
            Target::Cancel,
            Target::AcceptTakeback,
            Target::DeclineTakeback,
        ];
        let turns = targets.map(|target| Component::Turn { game: game.clone(), turn: u64::MAX, target });
        let others = [
            Component::Panel { id: game.clone(), version: u64::MAX, target: PanelTarget::Duplicates },
            Component::PieceHelp(0),
            Component::PieceHelp(3),
            Component::Play(Variant::Chess960),
            Component::PieceGroups,
            Component::Accept(game.clone()),
            Component::Decline(game.clone()),
            Component::Withdraw(game.clone()),
        ];
        for component in turns.into_iter().chain(others) {
            let id = component.to_string();
            assert!(id.len() <= ID_LIMIT, "{id}");
            assert_eq!(Component::parse(&id), Some(component), "{id}");
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
            "turn.k.1",
            "turn.abcdef.x.move",
            "turn.abcdef.1.fly",
            "turn.abcdef.1.confirm.mate",
            "turn.abcdef.1.confirm.resign.red",
            "accept.",
            "play.checkers",
            "accept.a.b",
        ] {
            assert_eq!(Component::parse(id), None, "{id}");
        }
    }
}
