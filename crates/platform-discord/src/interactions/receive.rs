//! Receives interactions: drops duplicates, refuses some under load (load shedding), and passes
//! each on by its kind: command, button, completion, form.

use std::{sync::Arc, time::Duration};

use adoube_bot::{Bot, EventPriority};
use adoube_discord_client::{
    ChannelAccess, DiscordApi, InteractionAnswer, InteractionId, RequestError, TextModal,
    UnreadableInteraction,
};
use adoube_platform::task_tracker::TaskTracker;

use crate::{
    delivery::interaction_answer::{AnswerSource, InteractionAnswers},
    ids::{discord_channel, discord_user},
    interactions::{completion::Completions, respond::InteractionResponder},
    message::{
        platform_text::{DiscordSentence, DiscordText},
        render::{MOVE_FORM, render_sentence},
    },
    state::{
        duplicate_filter::DuplicateFilter,
        interaction_request::{InteractionRequest, ReceivedAction},
        shared::SharedServices,
    },
};

/// Maximum delay at the start of an interaction: later ones rarely meet Discord's three seconds.
const MAX_START_DELAY: Duration = Duration::from_millis(1_200);
/// Characters of a typed move.
const MAX_MOVE_CHARS: u16 = 100;

/// Receives interactions.
pub(crate) struct InteractionReceiver {
    bot: Bot,
    api: Arc<dyn DiscordApi>,
    text: Arc<DiscordText>,
    tasks: Arc<TaskTracker>,
    duplicates: DuplicateFilter<InteractionId>,
    answers: Arc<InteractionAnswers>,
    completions: Completions,
    responder: InteractionResponder,
}

impl InteractionReceiver {
    pub(crate) fn new(
        shared: &SharedServices,
        answers: Arc<InteractionAnswers>,
        responder: InteractionResponder,
    ) -> Self {
        let SharedServices { bot, api, text, tasks, .. } = shared.clone();
        let (duplicates, completions) = (DuplicateFilter::default(), Completions::new(shared));
        Self { bot, api, text, tasks, duplicates, answers, completions, responder }
    }

    /// Notes an interaction in the order of Discord's events, before its task runs.
    pub(crate) fn note(&self, interaction: &InteractionRequest) {
        if matches!(interaction.action, ReceivedAction::Completion { .. }) {
            // In the tasks, each keystroke would look like the latest one.
            self.completions.note_keystroke(interaction);
        }
    }

    /// Handles an interaction.
    pub(crate) async fn receive(self: Arc<Self>, interaction: InteractionRequest) {
        let _task = self.tasks.start();
        let id = interaction.handle.id;
        if self.duplicates.is_duplicate(id) {
            return;
        }
        if interaction.permissions.presence == ChannelAccess::Direct
            && let Some(user) = discord_user(&interaction.person.id)
        {
            self.api.reached(user);
        }
        if interaction.permissions.may_post()
            && let Some(channel) = discord_channel(&interaction.channel)
        {
            self.api.opened(channel);
        }
        match self.answer(&interaction).await {
            Ok(()) => {}
            // The person no longer waits; the action is done and shown.
            Err(
                failure @ (RequestError::InteractionExpired
                | RequestError::AlreadyAnswered
                | RequestError::MessageNotFound(_)),
            ) => {
                tracing::debug!(%failure, interaction = %id, "an answer came too late");
            }
            Err(failure) => {
                tracing::warn!(%failure, interaction = %id, "an interaction is not answered");
            }
        }
    }

    async fn answer(&self, interaction: &InteractionRequest) -> Result<(), RequestError> {
        let priority = match &interaction.action {
            ReceivedAction::MoveForm => return self.show_move_form(interaction).await,
            ReceivedAction::EmptyMoveMessage => {
                let words = self.text.say(interaction.reader.language, DiscordSentence::Wordless, "");
                let body = render_sentence(&words);
                return self.answers.answer_privately(&interaction.handle, &body).await;
            }
            ReceivedAction::Completion { .. } => EventPriority::Completions,
            ReceivedAction::Command(action) | ReceivedAction::Press { action, .. } => {
                self.bot.urgency(action)
            }
        };
        let until = interaction.handle.received_at + MAX_START_DELAY;
        let admitted = self.bot.admit(&interaction.channel, priority, until).await;
        match (admitted, interaction.action.clone()) {
            (Some(admitted), ReceivedAction::Completion { command, option, typed }) => {
                self.completions.answer(interaction, (&command, &option), &typed, admitted).await
            }
            (Some(admitted), ReceivedAction::Command(action)) => {
                self.responder.respond(interaction, action, AnswerSource::Command, admitted).await
            }
            (Some(admitted), ReceivedAction::Press { action, is_private }) => {
                let source = AnswerSource::Control { is_private };
                self.responder.respond(interaction, action, source, admitted).await
            }
            (None, ReceivedAction::Command(_) | ReceivedAction::Press { .. }) => {
                self.refuse_under_load(interaction).await
            }
            _ => Ok(()),
        }
    }

    /// Opens the move form. No decision is needed; the typed move arrives as its own command.
    async fn show_move_form(&self, interaction: &InteractionRequest) -> Result<(), RequestError> {
        let say = |sentence| self.text.say(interaction.reader.language, sentence, "");
        let form = TextModal {
            id: MOVE_FORM.to_owned(),
            title: say(DiscordSentence::TypeMove),
            label: say(DiscordSentence::MoveLabel),
            placeholder: say(DiscordSentence::MoveExamples),
            most: MAX_MOVE_CHARS,
        };
        self.answers.answer(&interaction.handle, &InteractionAnswer::Modal(&form)).await
    }

    /// Load shedding: does not handle the interaction, and says so while Discord still waits.
    async fn refuse_under_load(&self, interaction: &InteractionRequest) -> Result<(), RequestError> {
        let words = self.text.say(interaction.reader.language, DiscordSentence::Crowded, "");
        let (body, handle) = (render_sentence(&words), &interaction.handle);
        self.api.answer(handle.id, &handle.token, &InteractionAnswer::Private(&body)).await.map(|_| ())
    }

    /// Answers an interaction in an unknown form, which has no effect.
    pub(crate) async fn refuse_unreadable(&self, unreadable: &UnreadableInteraction) {
        if self.duplicates.is_duplicate(unreadable.id) {
            return;
        }
        let language = self.bot.locales().find(&unreadable.locale).unwrap_or_default();
        let body = render_sentence(&self.text.say(language, DiscordSentence::Unread, ""));
        let answer = InteractionAnswer::Private(&body);
        if let Err(failure) = self.api.answer(unreadable.id, &unreadable.token, &answer).await {
            tracing::debug!(%failure, interaction = %unreadable.id, "whoever acted is not told that it was not read");
        }
    }
}
