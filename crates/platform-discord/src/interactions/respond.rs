//! Responds to commands and buttons: the bot decides, and the interaction is answered, in public or
//! in private, within Discord's time limits.
//!
//! Not here: public notices that do not answer an interaction (`delivery`).

use std::sync::Arc;

use adoube_bot::{AdmissionPermit, Clock, LaneLock, Notice, Outbox, Reply, UserAction};
use adoube_discord_client::RequestError;
use tokio::time::timeout_at;

use crate::{
    delivery::{
        interaction_answer::{
            AnswerSource, AnswerStage, InteractionAnswers, PublicAnswerState, answer_deadline,
        },
        transport::DiscordTransport,
    },
    interactions::{
        decide::{InteractionDecider, InteractionDecision},
        engine_answer::EngineAnswers,
        missing_permissions::MissingPermissions,
        private_answer::PrivateAnswers,
        self_test::SelfTest,
    },
    message::{
        platform_text::{DiscordSentence, DiscordText},
        render::render_sentence,
    },
    state::{
        channel_context::{ANSWERABLE_MS, InteractionWindow},
        channel_repository::ChannelRepository,
        interaction_request::InteractionRequest,
        people::DiscordPeople,
        shared::SharedServices,
    },
};

/// Responds to commands and buttons.
pub(crate) struct InteractionResponder {
    clock: Arc<dyn Clock>,
    contexts: Arc<ChannelRepository>,
    people: DiscordPeople,
    text: Arc<DiscordText>,
    outbox: Outbox,
    transport: Arc<DiscordTransport>,
    decider: Arc<InteractionDecider>,
    answers: Arc<InteractionAnswers>,
    private_answers: Arc<PrivateAnswers>,
    engine_answers: EngineAnswers,
    self_test: SelfTest,
    missing_permissions: MissingPermissions,
}

impl InteractionResponder {
    pub(crate) fn new(
        shared: &SharedServices,
        outbox: Outbox,
        transport: Arc<DiscordTransport>,
        decider: Arc<InteractionDecider>,
        answers: Arc<InteractionAnswers>,
        self_test: SelfTest,
    ) -> Self {
        let SharedServices { clock, contexts, people, text, .. } = shared.clone();
        let private_answers = Arc::new(PrivateAnswers::new(shared, Arc::clone(&answers)));
        Self {
            clock,
            contexts,
            people,
            text,
            outbox,
            transport,
            decider,
            engine_answers: EngineAnswers::new(shared, Arc::clone(&answers), Arc::clone(&private_answers)),
            answers,
            private_answers,
            self_test,
            missing_permissions: MissingPermissions::new(shared),
        }
    }

    /// Decides an interaction and answers it with the reply.
    pub(crate) async fn respond(
        &self,
        interaction: &InteractionRequest,
        action: UserAction,
        source: AnswerSource,
        admitted: AdmissionPermit,
    ) -> Result<(), RequestError> {
        if self.people.has_other_bot(&interaction.mentioned) {
            let words = self.text.say(interaction.reader.language, DiscordSentence::BotOpponent, "");
            return self.answers.answer_privately(&interaction.handle, &render_sentence(&words)).await;
        }
        // While a delivery holds the lane, this notice follows it on the same route.
        let mut lane = self.outbox.try_hold(&interaction.channel);
        let mut deciding = self.decider.decide(interaction, action, admitted);
        let deadline = answer_deadline(&interaction.handle);
        let (decision, stage) = if let Ok(decision) = timeout_at(deadline, &mut deciding).await {
            (decision, AnswerStage::Fresh)
        } else {
            lane = None;
            self.answers.defer_answer(&interaction.handle, source).await?;
            (deciding.await, AnswerStage::Deferred)
        };
        let decision = decision.map_err(|error| RequestError::Rejected(format!("a task failed: {error}")))?;
        let InteractionDecision { reply, reader } = decision;
        // The decision may have changed the reader profile.
        let interaction = &InteractionRequest { reader, ..interaction.clone() };
        if reply != Reply::Public {
            // A private answer may take long, above all an animation; the lane does not wait for
            // it.
            lane = None;
        }
        let is_self_test = matches!(reply, Reply::SelfTest(_));
        let mut public = PublicAnswerState::NotAnswered;
        if reply == Reply::Public && stage == AnswerStage::Fresh {
            public = self.answer_publicly(interaction, lane.as_ref()).await;
        }
        let answered = match public {
            PublicAnswerState::NotAnswered => self.answer(interaction, reply, (source, stage)).await,
            PublicAnswerState::All | PublicAnswerState::Hidden => Ok(()),
        };
        // Further answers would be hidden like the first one.
        if answered.is_ok() && public != PublicAnswerState::Hidden {
            self.open_window(interaction).await;
        }
        drop(lane);
        // Wakes the lane for further notices and for those that failed before.
        if public != PublicAnswerState::All || self.outbox.lane_block(&interaction.channel).is_some() {
            self.outbox.wake(interaction.channel.clone());
        }
        if source == AnswerSource::Command {
            self.missing_permissions.report(interaction, is_self_test).await;
        }
        answered
    }

    /// Answers with the first waiting notice of the channel, if the caller holds its lane.
    async fn answer_publicly(
        &self,
        interaction: &InteractionRequest,
        lane: Option<&LaneLock>,
    ) -> PublicAnswerState {
        let Some(lane) = lane else { return PublicAnswerState::NotAnswered };
        let tried = self.transport.answer_with_notice(interaction, lane).await;
        tried.unwrap_or_else(|error| {
            tracing::error!(%error, channel = %interaction.channel, "a notice is tried again later");
            PublicAnswerState::NotAnswered
        })
    }

    async fn answer(
        &self,
        interaction: &InteractionRequest,
        reply: Reply,
        (source, stage): (AnswerSource, AnswerStage),
    ) -> Result<(), RequestError> {
        let given = (source, stage);
        match reply {
            Reply::Private(notice) => self.private_answers.answer(interaction, &notice, given, false).await,
            Reply::Replace(notice) => self.private_answers.answer(interaction, &notice, given, true).await,
            Reply::SelfTest(found) => {
                let notice = Notice::Check(Box::new(self.self_test.run(interaction, *found).await));
                self.private_answers.answer(interaction, &notice, given, false).await
            }
            Reply::EngineQuestion(question) => {
                self.engine_answers.answer(interaction, &question, given).await
            }
            Reply::Public | Reply::Ignored => {
                self.answers.acknowledge(&interaction.handle, source, stage).await
            }
        }
    }

    /// Stores that waiting notices of the channel can be sent as further answers to this
    /// interaction.
    async fn open_window(&self, interaction: &InteractionRequest) {
        let until = self.clock.now_millis() + ANSWERABLE_MS;
        let window = InteractionWindow { token: interaction.handle.token.clone(), until };
        if let Err(error) = self.contexts.open_window(&interaction.channel, window).await {
            tracing::error!(%error, channel = %interaction.channel, "how a channel is reached cannot be noted");
        }
    }
}
