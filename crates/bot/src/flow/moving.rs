//! Moves: typed, said, or picked in steps.

use adoube_rules::{
    Game, Move, Side, Square,
    notation::{self, MoveReading, TouchAttempt},
};

use super::{
    Decided, Flow, Stop,
    claiming::claim_step,
    doubting::Heard,
    dropping::{Played, Typed},
    overheard::names_a_square,
    private, restore,
    touching::only_promotion_is_open,
};
use crate::{
    Notice, Reply,
    notice::{BoardEvent, BoardNotice, Candidate, CardRefusal, HandStep, PickStep, Refusal},
};

/// What is said in a channel is read as a move only up to this many words.
const MOVE_WORDS: usize = 4;

/// The same in a game in which a turn can have two parts: "Springer n3, dann setze Dame auf o1".
pub(super) const TURN_WORDS: usize = 9;

/// The most moves a text is asked back about: as many as a message has buttons.
const CANDIDATE_LIMIT: usize = 25;

impl Flow<'_> {
    pub(super) fn move_typed(&mut self, text: &str) -> Decided {
        let (record, side, game) = self.at_turn()?;
        let typed = self.read_turn(record, &game, text);
        if let Some(asked) = self.doubt(record, &game, text, &typed, Heard::Commanded) {
            return Err(asked.into());
        }
        self.offer_draw_with(&game, side, text, &typed)?;
        self.make_read(game, side, text, typed)
    }

    /// Words that were said, or a command nobody knows: a move when they read as one and it is the speaker's turn.
    pub(super) fn perhaps_move(&mut self, text: &str, otherwise: Option<&Refusal>) -> Decided {
        let telling = otherwise.is_none().then(|| self.tells(text)).flatten();
        let not_for_me = || match (otherwise, &telling) {
            (Some(refusal), _) => Err(refusal.clone().into()),
            (None, Some(suspicion)) => Err(CardRefusal::Telling { word: suspicion.word.clone() }.into()),
            (None, None) => Ok(Reply::NotForMe),
        };
        if text.split_whitespace().nth(TURN_WORDS).is_some() {
            return not_for_me();
        }
        let near_a_command = matches!(otherwise, Some(Refusal::UnknownCommand { nearest: Some(_), .. }));
        let (record, side, game) = match self.at_turn() {
            Ok(turn) => turn,
            // Meant for the bot, and no command: a move at the wrong time.
            Err(stop @ Stop::Refused(_))
                if otherwise.is_some() && !near_a_command && names_a_square(text) =>
            {
                return Err(stop);
            }
            Err(stop @ Stop::Refused(_)) if otherwise.is_none() && self.is_untimely(text) => {
                return Err(stop);
            }
            Err(Stop::Refused(_)) => return not_for_me(),
            Err(fault) => return Err(fault),
        };
        if !record.variant.has_cards() && text.split_whitespace().nth(MOVE_WORDS).is_some() {
            return not_for_me();
        }
        let typed = self.read_turn(record, &game, text);
        let heard = if otherwise.is_some() { Heard::Commanded } else { Heard::Said };
        if heard == Heard::Said && self.is_talk(&game, text, &typed) {
            return not_for_me();
        }
        if let Some(asked) = self.doubt(record, &game, text, &typed, heard) {
            return Err(asked.into());
        }
        match typed.reading {
            MoveReading::NotAMove => not_for_me(),
            MoveReading::Refused(_) if near_a_command => not_for_me(),
            _ => {
                self.offer_draw_with(&game, side, text, &typed)?;
                self.make_read(game, side, text, typed)
            }
        }
    }

    /// Whether a player says a move although it is not their turn.
    fn is_untimely(&self, text: &str) -> bool {
        let Ok((record, _)) = self.as_player() else { return false };
        if record.hides_cards() {
            return self.tells(text).is_some_and(|suspicion| suspicion.is_turn);
        }
        let vocabulary = self.vocabulary(record);
        let is_short = text.split_whitespace().nth(MOVE_WORDS).is_none();
        is_short
            && restore(record).is_ok_and(|game| notation::looks_like_move(game.position(), text, vocabulary))
    }

    /// Makes the move that was read, or says why there is none.
    pub(super) fn make_read(&mut self, game: Game, side: Side, text: &str, typed: Typed) -> Decided {
        let text = text.trim().to_owned();
        self.note_letters(&game, side, &text, &typed.reading);
        if self.running()?.touch_move {
            return self.make_bound(game, side, &text, typed);
        }
        match typed.reading {
            MoveReading::Move(chosen) => Ok(self.play(game, side, &chosen, typed.passes)?.typed()),
            MoveReading::Several(moves) => {
                if let Some(asked) = self.ask_for_drop(&game, side, &moves)? {
                    return Ok(private(asked));
                }
                Err(self.which_move(&game, &text, &moves)?.into())
            }
            MoveReading::OtherLetters(moves) => Err(self.which_move(&game, &text, &moves)?.into()),
            MoveReading::Refused(reason) => Err(Refusal::Illegal { text, reason: Box::new(reason) }.into()),
            MoveReading::NotAMove => Err(Refusal::NotAMove { text }.into()),
        }
    }

    /// Notes which piece letters the move shows its player to type.
    fn note_letters(&mut self, game: &Game, side: Side, text: &str, reading: &MoveReading) {
        if !matches!(reading, MoveReading::Move(_)) {
            return;
        }
        let words = self.context.words(self.reading());
        let shown = notation::shown_dialect(game.position(), text, words);
        if let Some(record) = &mut self.draft.channel.game {
            record.letters.note(side, shown);
        }
    }

    /// The question which of these moves a text means.
    pub(super) fn which_move(&self, game: &Game, text: &str, moves: &[Move]) -> Decided<Refusal> {
        let record = self.running()?;
        let moves = candidates(game, moves);
        Ok(Refusal::SeveralMoves {
            text: text.to_owned(),
            game: record.id.clone(),
            revision: record.revision,
            moves,
            doubt: None,
        })
    }

    pub(super) fn begin_picking(&mut self) -> Decided {
        let (record, side, game) = self.at_turn()?;
        if record.begun.is_some() {
            return Ok(private(self.hand(&game, side, HandStep::Card)?.into()));
        }
        if record.touches.promoting.is_some() {
            return Ok(private(self.next_step(&game, None)?));
        }
        Ok(private(self.pick(&game, PickStep::Piece { page: 0 })?))
    }

    /// A step of picking a move, on the board as it stands. It offers at least one legal move.
    pub(super) fn pick(&self, game: &Game, step: PickStep) -> Decided<Notice> {
        let offers = |chosen: &Move| match step {
            PickStep::Piece { .. } => true,
            PickStep::Square { from, .. } => chosen.from == from,
            PickStep::Promotion { from, to, .. } | PickStep::Claim { from, to, .. } => {
                (chosen.from, chosen.to) == (from, to)
            }
        };
        let record = self.running()?;
        if !record.moves_left(game).iter().any(offers) {
            // What was touched since this control was shown may have left nothing to pick in this step.
            if record.touch_move && game.legal_moves().iter().any(offers) {
                return self.next_step(game, None);
            }
            return Err(Refusal::UnknownComponent.into());
        }
        let board = BoardNotice::of(record, BoardEvent::Shown);
        Ok(Notice::Pick { board: Box::new(board), step })
    }

    /// What follows when a piece was picked: its squares.
    pub(super) fn piece_picked(&mut self, from: Square) -> Decided<Notice> {
        self.check_move_open(None)?;
        let (record, _, game) = self.at_turn()?;
        if record.touch_move {
            return self.pick_by_touch(&game, from);
        }
        if game.legal_moves().iter().any(|chosen| chosen.from == from) {
            return self.pick(&game, PickStep::Square { from, page: 0 });
        }
        Err(Refusal::NoMovesThere { text: from.to_string() }.into())
    }

    /// What follows when a square was picked: the promotion, when there is a choice, or else the move is made.
    pub(super) fn square_picked(&mut self, from: Square, to: Square) -> Decided<Notice> {
        let (record, side, game) = self.at_turn()?;
        let fits = |chosen: &&Move| chosen.from == from && chosen.to == to && chosen.drop.is_none();
        let fitting: Vec<Move> = record.moves_left(&game).iter().filter(fits).copied().collect();
        let touch_move = record.touch_move;
        match fitting.as_slice() {
            [] => self.picked_in_vain(&game, game.legal_moves().iter().find(fits)),
            several if touch_move && only_promotion_is_open(several) => {
                self.leave_promotion_open(&game, side, from, to)
            }
            [only] if record.asks_to_claim(&game, only) => self.pick(&game, claim_step(&game, only)?),
            [only] => self.play(game, side, only, false).map(Played::picked),
            _ => self.pick(&game, PickStep::Promotion { from, to, page: 0 }),
        }
    }

    /// Makes a move that was picked whole, but for a drop that may follow it.
    pub(super) fn move_picked(&mut self, wanted: Move) -> Decided<Notice> {
        self.turn_picked(wanted, false)
    }

    /// Makes a move that was picked; whether no drop follows that is not part of it.
    pub(super) fn turn_picked(&mut self, wanted: Move, is_whole: bool) -> Decided<Notice> {
        let (record, side, game) = self.at_turn()?;
        let legal = game.legal_moves().iter().find(|legal| **legal == wanted);
        if legal.is_none() || !record.moves_left(&game).contains(&wanted.without_drop()) {
            self.check_move_open(Some(&wanted))?;
            return self.picked_in_vain(&game, legal);
        }
        self.play(game, side, &wanted, is_whole).map(Played::picked)
    }

    /// A move that was picked and is not left: a try, if only what was touched since it was offered forbids it.
    fn picked_in_vain(&mut self, game: &Game, legal: Option<&Move>) -> Decided<Notice> {
        let wanted = legal.ok_or(Refusal::UnknownComponent)?;
        let attempt = TouchAttempt { from: wanted.from, to: Some(wanted.to) };
        let speaker = self.context.speaker(self.reading());
        let text = speaker.written(&notation::san_move(game.position(), wanted));
        self.tried(game, &text, Some(attempt), None)
    }
}

/// What a text may mean, as it is asked back.
pub(super) fn candidates(game: &Game, moves: &[Move]) -> Vec<Candidate> {
    let candidate = |chosen: &Move| Candidate {
        san: notation::san(game.position(), chosen),
        from: chosen.from,
        to: chosen.to,
        promotion: chosen.choice,
        drop: chosen.drop,
    };
    moves.iter().take(CANDIDATE_LIMIT).map(candidate).collect()
}
