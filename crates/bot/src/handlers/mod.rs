//! Dispatches each command to its handler, the function that decides it; a file for each topic has
//! the handlers of its commands and buttons. Not here: the dispatch of buttons (`button_dispatch`),
//! and what handlers of several topics share (`gameplay`).

mod analysis;
pub(crate) mod analysis_job;
mod bars;
mod blocks;
mod board;
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
mod computer_turn_end;
mod conditional_moves;
mod contacts;
mod deal;
mod draw;
mod draw_claim;
mod due_games;
mod end_game;
mod export;
mod follow;
mod games;
mod help_request;
mod hint;
pub(crate) mod hint_job;
mod move_doubt;
mod pause;
mod piece_selection;
mod pieces;
mod rematch;
mod replay;
mod replay_steps;
mod self_test;
mod settings;
mod setup;
pub(crate) mod start_form;
mod submit_move;
mod takeback;
mod text_command;
mod touch_move;
mod typing_slips;
mod vacation;

pub(crate) use computer_turn::{ComputerAction, ComputerTask};

use crate::{
    Notice, Reply,
    command::{Command, CommandSpec, GamesFilter, ReplayPosition, RulesTopic},
    gameplay::{HandlerRequest, HandlerResult, ParsedAction, private_reply},
};

impl HandlerRequest<'_> {
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
}

/// The help of one command, or the list of commands.
fn help(asked: Option<&CommandSpec>) -> Reply {
    private_reply(Notice::Help { command: asked.map(|command| command.name.to_owned()) })
}
