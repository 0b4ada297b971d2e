//! Handles `/claim`: draw claims by the rules, for the position on the board or with an intended
//! move (FIDE Laws 9.2, 9.3).
//!
//! As in the Laws, an intended move is written down and not made: the game ends in the position
//! before it, and the record stores the move with the end. A claim that does not hold changes
//! nothing, except under touch-move: there the intended move is then made (FIDE Laws 9.5.3). Not
//! here: draws without a claim (`gameplay::progress`, `adoube-rules`).

use adoube_rules::{
    Game, Move, Side,
    notation::{self, MoveReading},
};

use crate::{
    Notice,
    core::{
        command::ConfirmableEnd,
        game::{GameEnding, IntendedMove},
        notice::{BoardEvent, CardRefusal, ClaimCount, ClaimRefusal, GameRefusal},
    },
    features::end_game::handler::confirm,
    gameplay::{
        HandlerRequest, HandlerResult, private_reply,
        turn::picker::{claim_step, no_claim_with},
    },
};

impl HandlerRequest<'_> {
    /// Asks the player to confirm a claim. If the position on the board allows a claim, an intended
    /// move is ignored.
    pub(crate) fn ask_to_claim(&mut self, intended: Option<&str>) -> HandlerResult {
        if self.is_asked() {
            return self.take_win();
        }
        let (record, side, game) = self.require_turn()?;
        match (standing(&game), intended) {
            (Ok(count), _) => {
                Ok(private_reply(confirm(record, ConfirmableEnd::Claim, Some(count), Some(side))))
            }
            (Err(stop), None) => Err(stop),
            (Err(_), Some(text)) => self.ask_to_claim_with(game, side, text),
        }
    }

    /// Asks to confirm a claim with an intended move as typed.
    fn ask_to_claim_with(&mut self, game: Game, side: Side, text: &str) -> HandlerResult {
        let record = self.require_game()?;
        if record.variant.has_cards() {
            return Err(CardRefusal::NoIntendedClaims.into());
        }
        let typed = self.parse_turn(record, &game, text);
        let left = record.moves_left(&game);
        let read = match &typed.reading {
            MoveReading::Move(only) => std::slice::from_ref(only),
            MoveReading::Several(several) => several.as_slice(),
            // Coordinates are unambiguous where piece letters are not.
            MoveReading::OtherLetters(moves) => {
                let moves = moves.iter().map(ToString::to_string).collect();
                return Err(ClaimRefusal::Unclear { text: text.trim().to_owned(), moves }.into());
            }
            MoveReading::Refused(_) | MoveReading::NotAMove => &[],
        };
        let possible: Vec<Move> = read.iter().filter(|made| left.contains(made)).copied().collect();
        let holds = |made: &&Move| !game.draw_claims_with(made).is_empty();
        let holding: Vec<Move> = possible.iter().filter(holds).copied().collect();
        match (holding.as_slice(), possible.as_slice()) {
            ([intended], _) => Ok(private_reply(self.pick(&game, claim_step(&game, intended)?)?)),
            ([], [intended]) => self.refuse_claim(game, side, intended),
            // An illegal move gets the same reply as without a claim.
            ([], []) => self.play_read_move(game, side, text, typed),
            _ => {
                let moves = notation::sans(game.position(), &possible);
                Err(ClaimRefusal::Unclear { text: text.trim().to_owned(), moves }.into())
            }
        }
    }

    /// Refuses a claim that does not hold. Under touch-move the intended move is made all the same.
    fn refuse_claim(&mut self, game: Game, side: Side, intended: &Move) -> HandlerResult {
        let refusal = no_claim_with(&game, intended);
        if !self.require_game()?.touch_move || matches!(refusal, ClaimRefusal::EndsGame { .. }) {
            return Err(refusal.into());
        }
        self.play(game, side, intended, false)?;
        Ok(private_reply(Notice::Refused(refusal.into_made().into())))
    }

    /// Ends the game by a claim on a live board with this intended move.
    pub(crate) fn claim_from_board(&mut self, intended: &str) -> HandlerResult<Notice> {
        let (_, _, game) = self.require_turn()?;
        let mut moves = game.legal_moves().iter().filter(|legal| legal.drop.is_none());
        let intended = moves.find(|legal| legal.to_string() == intended).copied();
        self.claim_with(&intended.ok_or(GameRefusal::UnknownButton)?)
    }

    /// Ends the game by a confirmed claim with this intended move.
    pub(crate) fn claim_with(&mut self, intended: &Move) -> HandlerResult<Notice> {
        let (record, side, game) = self.require_turn()?;
        if !record.moves_left(&game).contains(intended) {
            return Err(GameRefusal::UnknownButton.into());
        }
        let count = ClaimCount::intended(&game, intended).ok_or_else(|| no_claim_with(&game, intended))?;
        let san = notation::san(game.position(), intended);
        let intended = IntendedMove { lan: intended.to_string(), san };
        let ending = GameEnding { intended: Some(intended), ..GameEnding::new(count.into(), None) };
        self.course().end_game(ending, BoardEvent::Ended { by: Some(side) })?;
        Ok(Notice::EndAnswered { end: Some(ConfirmableEnd::Claim) })
    }

    /// Ends the game by a claim of the position on the board.
    pub(crate) fn claim_draw(&mut self) -> HandlerResult<()> {
        let (_, side, game) = self.require_turn()?;
        let reason = standing(&game)?.into();
        self.course().end_game(GameEnding::new(reason, None), BoardEvent::Ended { by: Some(side) })
    }
}

/// The claim that the position on the board allows.
fn standing(game: &Game) -> HandlerResult<ClaimCount> {
    let none = || GameRefusal::NoClaim {
        repetitions: game.repetitions() as u32,
        plies: game.position().halfmove_clock().into(),
        with_move: !game.position().variant().has_cards(),
    };
    ClaimCount::standing(game).ok_or_else(|| none().into())
}
