//! Handles a person's action (command, move, choice): asks the bot for the decision and queues the
//! reply. Not here: parsing the action (`message_handler`, `command_handler`, `list_choice`).

use std::sync::Arc;

use adoube_bot::{
    ActiveChannel, Audience, Bot, ChannelId, ChatEvent, Decision, IdempotencyKey, Notice, Reply,
    ThreadPolicy, UserAction,
};
use adoube_matrix_client::MatrixApi;
use adoube_platform::steady_language::SteadyLanguage;
use adoube_store::StoreError;

use super::{
    answer_sender::AnswerSender,
    engine_answer::EngineQuestions,
    person_action::{ActionContext, PersonAction},
};
use crate::{
    ids::ChannelAddress,
    message::platform_text::MatrixSentence,
    outbound::{activity::Activity, queued_reply::ReplyContent, rate_limited_account::RateLimitedAccount},
    rooms::self_test::RoomSelfTest,
    state::{people::MatrixPeople, player_cache::PlayerCache},
};

/// Passes actions to the bot.
pub(super) struct ActionHandler {
    pub(super) bot: Bot,
    pub(super) account: Arc<RateLimitedAccount>,
    pub(super) people: MatrixPeople,
    pub(super) threads: ThreadPolicy,
    pub(super) activity: Arc<Activity>,
    pub(super) players: Arc<PlayerCache>,
    pub(super) answers: Arc<AnswerSender>,
    pub(super) engine: Arc<EngineQuestions>,
    pub(super) self_test: RoomSelfTest,
}

impl ActionHandler {
    /// Asks the bot for its decision, and queues the reply.
    pub(super) async fn handle(
        &self,
        action: PersonAction,
        context: ActionContext,
    ) -> Result<(), StoreError> {
        let Ok(event) = IdempotencyKey::new(action.id.clone()) else { return Ok(()) };
        let asks = !matches!(context.action, UserAction::Text(_));
        let ActiveChannel { channel, place, moderator, threads, also } =
            self.active_channel(&action, context.about, asks).await;
        let ongoing = match context.ongoing {
            Some(channel) => Some(Box::new(self.active_channel(&action, channel, asks).await)),
            None => None,
        };
        let incoming = ChatEvent {
            event,
            channel,
            place,
            person: action.person.clone(),
            language: action.language,
            moderator,
            threads,
            // Answers with cards go to the direct room.
            audience: if action.alone { Audience::SenderOnly } else { Audience::TextVisible },
            action: context.action,
            also,
            ongoing,
        };
        let is_talk = matches!(incoming.action, UserAction::Text(_));
        if !is_talk {
            self.activity.mark_read(&action.place.room, &action.event);
        }
        // An event of a room is never too old to be answered.
        let Decision { reply, channel: about, stake, .. } = self.bot.handle_in_turn(&incoming).await;
        // Plain text begins no game.
        if !is_talk {
            self.players.forget(&about);
        } else if reply != Reply::Ignored {
            self.activity.mark_read(&action.place.room, &action.event);
        }
        let is_kept = !context.meant && !stake.is_seated;
        let hidden = stake.holds_cards;
        match reply {
            Reply::Public => match ChannelAddress::of(&about) {
                Some(there) if action.alone && there != action.place => {
                    let what = ReplyContent::Sentence(MatrixSentence::Done, Some(there.room.0));
                    self.answers.answer_here(&action, about, what).await
                }
                _ => Ok(()),
            },
            Reply::Ignored => Ok(()),
            Reply::SelfTest(found) => {
                let found =
                    self.self_test.check((&action.place, &action.user), action.language, *found).await;
                self.answers.answer(&action, about, Notice::Check(Box::new(found)), hidden, false).await
            }
            Reply::EngineQuestion(question) => {
                self.engine.start(action, about, *question, hidden);
                Ok(())
            }
            Reply::Private(notice) if is_kept && matches!(*notice, Notice::Refused(_)) => Ok(()),
            Reply::Private(notice) => self.answers.answer(&action, about, *notice, hidden, false).await,
            Reply::Replace(notice) => self.answers.answer(&action, about, *notice, hidden, true).await,
        }
    }

    /// Context of a channel for the bot, and the write that saves its language. `asks` is set when
    /// the action addresses the bot.
    async fn active_channel(&self, action: &PersonAction, channel: ChannelId, asks: bool) -> ActiveChannel {
        let place = ChannelAddress::of(&channel).unwrap_or_else(|| action.place.clone());
        let is_own_room = action.alone && place == action.place;
        let never = place.thread.is_some() || is_own_room;
        let language = match self.people.spoken_in(&channel).await {
            Ok(before) if !is_own_room => SteadyLanguage::after(before, action.language),
            _ => SteadyLanguage { language: action.language, lead: 0 },
        };
        ActiveChannel {
            place: (!is_own_room).then(|| place.settings()),
            moderator: asks && self.account.moderates(&place.room, &action.user).await,
            threads: if never { ThreadPolicy::Never } else { self.threads },
            also: MatrixPeople::speak_in(&channel, language).into_iter().collect(),
            channel,
        }
    }
}
