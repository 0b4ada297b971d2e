//! Hands a person's action to the bot, and passes its reply on. Not here: what the action is (`message_handler`, `command_handler`,
//! `list_choice`).

use std::sync::Arc;

use adoube_bot::{
    ActiveChannel, Audience, Bot, ChannelId, ChatEvent, Decision, IdempotencyKey, Notice, Reply,
    ThreadPolicy, UserAction,
};
use adoube_matrix_client::MatrixApi;
use adoube_platform::steady_language::SteadyLanguage;
use adoube_store::StoreError;

use super::{
    answers::Answers,
    engine_answer::EngineAnswers,
    person_action::{ActionContext, PersonAction},
};
use crate::{
    ids::ChannelAddress,
    message::platform_text::MatrixSentence,
    outbound::{activity::Activity, queued_reply::ReplyContent, rate_limited_account::RateLimitedAccount},
    rooms::self_test::SelfTest,
    state::{people::MatrixPeople, player_cache::PlayerCache},
};

/// Lets the bot decide actions.
pub(super) struct ActionHandler {
    pub(super) bot: Bot,
    pub(super) account: Arc<RateLimitedAccount>,
    pub(super) people: MatrixPeople,
    pub(super) threads: ThreadPolicy,
    pub(super) activity: Arc<Activity>,
    pub(super) players: Arc<PlayerCache>,
    pub(super) answers: Arc<Answers>,
    pub(super) engine: Arc<EngineAnswers>,
    pub(super) self_test: SelfTest,
}

impl ActionHandler {
    /// Lets the bot decide, and answers.
    pub(super) async fn act(&self, deed: PersonAction, act: ActionContext) -> Result<(), StoreError> {
        let Ok(event) = IdempotencyKey::new(deed.id.clone()) else { return Ok(()) };
        let asks = !matches!(act.action, UserAction::Text(_));
        let ActiveChannel { channel, place, moderator, threads, also } =
            self.circumstances(&deed, act.about, asks).await;
        let ongoing = match act.ongoing {
            Some(channel) => Some(Box::new(self.circumstances(&deed, channel, asks).await)),
            None => None,
        };
        let incoming = ChatEvent {
            event,
            channel,
            place,
            person: deed.person.clone(),
            language: deed.language,
            moderator,
            threads,
            // Answers with cards in them go to the direct room.
            audience: if deed.alone { Audience::SenderOnly } else { Audience::TextVisible },
            action: act.action,
            also,
            ongoing,
        };
        let is_talk = matches!(incoming.action, UserAction::Text(_));
        if !is_talk {
            self.activity.mark_read(&deed.place.room, &deed.event);
        }
        // Nothing that was said in a room is too late to be answered.
        let Decision { reply, channel: about, stake, .. } = self.bot.handle_in_turn(&incoming).await;
        // Words alone begin no game.
        if !is_talk {
            self.players.forget(&about);
        } else if reply != Reply::Ignored {
            self.activity.mark_read(&deed.place.room, &deed.event);
        }
        let is_kept = !act.meant && !stake.is_seated;
        let hidden = stake.holds_cards;
        match reply {
            Reply::Public => match ChannelAddress::of(&about) {
                Some(there) if deed.alone && there != deed.place => {
                    let what = ReplyContent::Sentence(MatrixSentence::Done, Some(there.room.0));
                    self.answers.answer_here(&deed, about, what).await
                }
                _ => Ok(()),
            },
            Reply::Ignored => Ok(()),
            Reply::SelfTest(found) => {
                let found = self.self_test.check((&deed.place, &deed.user), deed.language, *found).await;
                self.answers.answer(&deed, about, Notice::Check(Box::new(found)), hidden, false).await
            }
            Reply::EngineQuestion(question) => {
                self.engine.think(deed, about, *question, hidden);
                Ok(())
            }
            Reply::Private(notice) if is_kept && matches!(*notice, Notice::Refused(_)) => Ok(()),
            Reply::Private(notice) => self.answers.answer(&deed, about, *notice, hidden, false).await,
            Reply::Replace(notice) => self.answers.answer(&deed, about, *notice, hidden, true).await,
        }
    }

    /// What the bot has to know of a channel in which somebody does something, and what is kept of that. `asks` when
    /// it was said to the bot.
    async fn circumstances(&self, deed: &PersonAction, channel: ChannelId, asks: bool) -> ActiveChannel {
        let place = ChannelAddress::of(&channel).unwrap_or_else(|| deed.place.clone());
        let is_own_room = deed.alone && place == deed.place;
        let never = place.thread.is_some() || is_own_room;
        let language = match self.people.spoken_in(&channel).await {
            Ok(before) if !is_own_room => SteadyLanguage::after(before, deed.language),
            _ => SteadyLanguage { language: deed.language, lead: 0 },
        };
        ActiveChannel {
            place: (!is_own_room).then(|| place.settings()),
            moderator: asks && self.account.moderates(&place.room, &deed.user).await,
            threads: if never { ThreadPolicy::Never } else { self.threads },
            also: MatrixPeople::speak_in(&channel, language).into_iter().collect(),
            channel,
        }
    }
}
