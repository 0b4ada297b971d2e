//! Handles `/if`: reads, lists, changes and removes the conditional moves that a player has
//! planned, for that player alone. Not here: when they are played
//! (`gameplay::turn::conditional_replies`).

use adoube_rules::{
    Game, Move, Variant,
    notation::{self, MoveReading},
};

use crate::{
    Audience, Notice,
    core::{
        game::{ConditionalLine, ConditionalMove, GameRecord, MOST_LINES, MOST_PLANNED},
        notice::{ConditionalMovesChange, ConditionalMovesNotice, ConditionalMovesRefusal},
    },
    features::conditional_moves::command::ConditionalMovesRequest,
    gameplay::{HandlerRequest, HandlerResult, private_reply, restore_game, update_reply},
};

impl HandlerRequest<'_> {
    pub(crate) fn plan(&mut self, wish: &ConditionalMovesRequest) -> HandlerResult {
        self.check_planning(wish)?;
        match wish {
            ConditionalMovesRequest::List => Ok(private_reply(self.plans(ConditionalMovesChange::Listed)?)),
            ConditionalMovesRequest::Clear => {
                let (_, side) = self.require_player()?;
                self.change_plans(|record| record.plans.clear(side));
                Ok(private_reply(self.plans(ConditionalMovesChange::Removed)?))
            }
            ConditionalMovesRequest::Line(text) => {
                let line = self.read_line(text)?;
                self.add_line(line)?;
                Ok(private_reply(self.plans(ConditionalMovesChange::Added)?))
            }
        }
    }

    /// Removes the line with this mark; no error if it is gone.
    pub(crate) fn unplan(&mut self, mark: u64) -> HandlerResult {
        let (_, side) = self.require_player()?;
        self.change_plans(|record| record.plans.remove(side, mark));
        Ok(update_reply(self.plans(ConditionalMovesChange::Removed)?))
    }

    /// Refuses variants without conditional moves, and channels where others read them.
    fn check_planning(&self, wish: &ConditionalMovesRequest) -> HandlerResult<()> {
        let (record, _) = self.require_player()?;
        if record.variant.has_cards() {
            return Err(ConditionalMovesRefusal::Cards.into());
        }
        if record.touch_move {
            return Err(ConditionalMovesRefusal::TouchMove.into());
        }
        match (self.incoming.audience, wish) {
            (Audience::TextAndReplyVisible, _) => Err(ConditionalMovesRefusal::Overheard.into()),
            (Audience::Public, _) => Err(ConditionalMovesRefusal::CommandOverheard.into()),
            (Audience::TextVisible, ConditionalMovesRequest::Line(_)) => {
                Err(ConditionalMovesRefusal::WordsOverheard.into())
            }
            (Audience::SenderOnly | Audience::TextVisible, _) => Ok(()),
        }
    }

    /// Changes the sender's lines in secret: no event is logged, and the game's revision stays the
    /// same.
    fn change_plans(&mut self, change: impl FnOnce(&mut GameRecord) -> bool) {
        let changed = self.draft.channel.game.as_mut().is_some_and(change);
        if changed {
            self.draft.mark_changed();
        }
    }

    fn add_line(&mut self, line: ConditionalLine) -> HandlerResult<()> {
        let (_, side) = self.require_player()?;
        let mut fits = true;
        self.change_plans(|record| {
            fits = record.plans.add(side, line);
            fits
        });
        if fits { Ok(()) } else { Err(ConditionalMovesRefusal::TooMany { most: MOST_LINES }.into()) }
    }

    /// The notice with the sender's lines.
    fn plans(&self, done: ConditionalMovesChange) -> HandlerResult<Notice> {
        let (record, side) = self.require_player()?;
        let notice = ConditionalMovesNotice {
            game: record.id.clone(),
            revision: record.revision,
            side,
            is_turn: record.to_move() == Some(side),
            lines: record.plans.of(side).to_vec(),
            done,
        };
        Ok(Notice::Plans(Box::new(notice)))
    }

    /// Reads each move of a line in the position it would be played in.
    fn read_line(&self, text: &str) -> HandlerResult<ConditionalLine> {
        let (record, side) = self.require_player()?;
        self.require_board()?;
        let mut game = restore_game(record)?;
        if game.position().side_to_move() == side {
            return Err(ConditionalMovesRefusal::YourTurn.into());
        }
        let texts = self.context.text.conditional_moves.moves(text);
        if texts.len() > MOST_PLANNED {
            return Err(ConditionalMovesRefusal::TooLong { most: MOST_PLANNED }.into());
        }
        let mut line = Vec::new();
        for text in texts {
            line.push(self.read_planned(&mut game, &line, text)?);
        }
        if line.is_empty() || line.len() % 2 == 1 {
            return Err(ConditionalMovesRefusal::NoReply { after: sans(&line) }.into());
        }
        Ok(ConditionalLine(line))
    }

    /// Reads one move and plays it.
    fn read_planned(
        &self,
        game: &mut Game,
        before: &[ConditionalMove],
        text: String,
    ) -> HandlerResult<ConditionalMove> {
        let after = sans(before);
        if game.outcome().is_some() {
            return Err(ConditionalMovesRefusal::Over { after }.into());
        }
        let position = game.position();
        let chosen = match notation::read(position, &text, self.vocabulary(self.require_game()?)) {
            MoveReading::Move(chosen) => chosen,
            // Coordinates are unambiguous where piece letters are not.
            MoveReading::OtherLetters(moves) => {
                let moves = moves.iter().map(ToString::to_string).collect();
                return Err(ConditionalMovesRefusal::Unclear { after, text, moves }.into());
            }
            MoveReading::Several(moves) => {
                let mut kinds = moves.iter().map(|made| position.piece_at(made.from));
                let same = kinds.next().is_none_or(|first| kinds.all(|kind| kind == first));
                let in_grand = position.variant() == Variant::Grand;
                let moves = if same || !in_grand {
                    notation::sans(position, &moves)
                } else {
                    moves.iter().map(ToString::to_string).collect()
                };
                return Err(ConditionalMovesRefusal::Unclear { after, text, moves }.into());
            }
            MoveReading::Refused(reason) => {
                return Err(ConditionalMovesRefusal::Illegal { after, text, reason: Box::new(reason) }.into());
            }
            MoveReading::NotAMove => return Err(ConditionalMovesRefusal::NotAMove { after, text }.into()),
        };
        let planned = planned(game, &chosen);
        game.play(&chosen).map_err(|_| ConditionalMovesRefusal::NotAMove { after, text })?;
        Ok(planned)
    }
}

fn planned(game: &Game, chosen: &Move) -> ConditionalMove {
    ConditionalMove { lan: chosen.to_string(), san: notation::san(game.position(), chosen) }
}

fn sans(line: &[ConditionalMove]) -> Vec<String> {
    line.iter().map(|planned| planned.san.clone()).collect()
}
