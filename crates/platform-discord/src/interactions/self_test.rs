//! What only Discord knows about a channel: for a self-test, and for whoever can change what the bot is allowed there.
//! Not here: what is allowed and for what (`permissions`), and the sentences (`words`).

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use adoube_bot::{ChannelId, FindingStatus, FindingSubject, Language, SelfTestNotice, ThreadPolicy};
use adoube_discord_client::{
    ChannelAccess, ChannelPermissions, InvalidRequestCount, MessageScope, Permission,
};
use fluent_bundle::FluentValue;

use crate::{
    DiscordPlatform,
    message::{
        markdown,
        platform_text::{DiscordFinding, DiscordSentence},
        render,
    },
    registration::schedule::RegistrationOutcome,
    state::received_interaction::ReceivedInteraction,
};

/// Channels in which somebody was told.
const REMEMBERED: usize = 10_000;

/// What somebody was told to be missing, channel by channel.
#[derive(Default)]
pub(crate) struct ReportedDenials(Mutex<HashMap<ChannelId, Vec<Permission>>>);

impl ReportedDenials {
    /// Whether this is new in a channel; from now on it is not. Where nothing is missing, everything is new again.
    fn is_news(&self, channel: &ChannelId, missing: &[Permission]) -> bool {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if missing.is_empty() {
            told.remove(channel);
            return false;
        }
        if told.len() >= REMEMBERED && !told.contains_key(channel) {
            told.clear();
        }
        told.insert(channel.clone(), missing.to_vec()).is_none_or(|before| before != missing)
    }

    fn forget(&self, channel: &ChannelId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(channel);
    }
}

impl DiscordPlatform {
    /// A self-test with what the bot cannot know.
    pub(crate) async fn check(
        &self,
        arrival: &ReceivedInteraction,
        mut found: SelfTestNotice,
    ) -> SelfTestNotice {
        let language = arrival.language;
        found.add(
            if self.artist.self_check().await { FindingStatus::Fine } else { FindingStatus::Broken },
            FindingSubject::Drawing,
        );
        self.check_deliveries(arrival, &mut found);
        self.check_connection(language, &mut found);
        self.check_presence(arrival, &mut found);
        self.check_hearing(arrival, &mut found);
        if arrival.rights.presence == ChannelAccess::Member {
            self.check_permissions(language, &arrival.rights, &mut found);
        }
        found
    }

    fn check_deliveries(&self, arrival: &ReceivedInteraction, found: &mut SelfTestNotice) {
        let Some(trouble) = self.outbox.lane_block(&arrival.channel) else { return };
        let values = [
            ("attempts", trouble.attempts.into()),
            ("minutes", (trouble.lasting.as_secs() / 60).into()),
            ("reason", trouble.reason.into()),
        ];
        found.say(FindingStatus::Broken, self.finding(arrival.language, DiscordFinding::Failing, &values));
    }

    fn check_connection(&self, language: Language, found: &mut SelfTestNotice) {
        let (outcome, check, values) = match self.link.gateway() {
            None => (FindingStatus::Fine, DiscordFinding::Called, Vec::new()),
            Some(state) if state.up < state.all => {
                let values = vec![("up", state.up.into()), ("all", state.all.into())];
                (FindingStatus::Broken, DiscordFinding::SomeConnected, values)
            }
            Some(state) => match state.latency {
                Some(latency) => {
                    let millis = latency.as_millis().max(1) as u64;
                    (FindingStatus::Fine, DiscordFinding::Latency, vec![("millis", millis.into())])
                }
                None => (FindingStatus::Fine, DiscordFinding::Connected, Vec::new()),
            },
        };
        found.say(outcome, self.finding(language, check, &values));
        if let Some(InvalidRequestCount { refused, most }) = self.link.strain() {
            let values = [("refused", refused.into()), ("most", most.into())];
            found.say(FindingStatus::Broken, self.finding(language, DiscordFinding::Strained, &values));
        }
        let (outcome, check, count) = match self.registering.registered() {
            RegistrationOutcome::Done => (FindingStatus::Fine, DiscordFinding::Registered, 0),
            RegistrationOutcome::Uninvited(count) => (FindingStatus::Note, DiscordFinding::Uninvited, count),
            RegistrationOutcome::NotYet => (FindingStatus::Missing, DiscordFinding::Registering, 0),
            RegistrationOutcome::Later => (FindingStatus::Missing, DiscordFinding::RegisteredLater, 0),
            RegistrationOutcome::Refused => (FindingStatus::Broken, DiscordFinding::NotRegistered, 0),
        };
        found.say(outcome, self.finding(language, check, &[("count", count.into())]));
    }

    fn check_presence(&self, arrival: &ReceivedInteraction, found: &mut SelfTestNotice) {
        let invitation = self.invitation();
        let (outcome, check) = match arrival.rights.presence {
            ChannelAccess::Member => (FindingStatus::Fine, DiscordFinding::Member),
            ChannelAccess::Direct => (FindingStatus::Fine, DiscordFinding::Direct),
            ChannelAccess::Guest if arrival.place.guild.is_some() && invitation.is_some() => {
                (FindingStatus::Note, DiscordFinding::Guest)
            }
            ChannelAccess::Guest => (FindingStatus::Note, DiscordFinding::GuestBetween),
        };
        let values = [("invitation", invitation.unwrap_or_default().into())];
        found.say(outcome, self.finding(arrival.language, check, &values));
    }

    /// Messages come over the gateway alone, and only from where the bot is and sees the channel.
    fn check_hearing(&self, arrival: &ReceivedInteraction, found: &mut SelfTestNotice) {
        let rights = &arrival.rights;
        let hears = match rights.presence {
            ChannelAccess::Direct => true,
            ChannelAccess::Guest => false,
            ChannelAccess::Member => rights.has(Permission::ViewChannel),
        };
        let (outcome, check) = match self.messages() {
            MessageScope::Mentions
                if hears && self.has_reduced_intents() && rights.presence == ChannelAccess::Member =>
            {
                (FindingStatus::Missing, DiscordFinding::HearsLess)
            }
            MessageScope::All if hears && self.link.has_gateway() => {
                (FindingStatus::Fine, DiscordFinding::HearsAll)
            }
            MessageScope::Mentions if hears && self.link.has_gateway() => {
                (FindingStatus::Fine, DiscordFinding::HearsMentions)
            }
            _ => (FindingStatus::Note, DiscordFinding::HearsNone),
        };
        found.say(outcome, self.finding(arrival.language, check, &[]));
    }

    /// One permission after the other, those first without which the bot does not write by itself.
    fn check_permissions(&self, language: Language, rights: &ChannelPermissions, found: &mut SelfTestNotice) {
        let needed = rights.for_posting();
        let mut each = |permission: Permission, outcome: FindingStatus, without: DiscordFinding| {
            let name = self.words.permissions(language, &[permission]);
            if rights.has(permission) {
                found.say(FindingStatus::Fine, name);
            } else {
                found.say(outcome, self.finding(language, without, &[("permission", name.into())]));
            }
        };
        for permission in needed {
            each(permission, FindingStatus::Missing, DiscordFinding::Needed);
        }
        each(Permission::EmbedLinks, FindingStatus::Note, DiscordFinding::Embeds);
        if rights.has_threads() && self.settings.threads != ThreadPolicy::Never {
            each(Permission::CreatePublicThreads, FindingStatus::Note, DiscordFinding::Threads);
            each(Permission::SendMessagesInThreads, FindingStatus::Note, DiscordFinding::Threads);
        }
        each(Permission::ReadMessageHistory, FindingStatus::Note, DiscordFinding::Replies);
    }

    fn finding(
        &self,
        language: Language,
        check: DiscordFinding,
        values: &[(&'static str, FluentValue<'_>)],
    ) -> String {
        let values: Vec<_> = values.iter().cloned().chain([("bot", self.name().into())]).collect();
        self.words.say_with(language, DiscordSentence::Check(check), &values)
    }

    /// The address at which somebody takes the bot into a server, where that is allowed.
    fn invitation(&self) -> Option<String> {
        self.application.get().and_then(|application| application.invitation.clone())
    }

    /// The same for a sentence that is another one where there is none.
    pub(crate) fn invitation_or_none(&self) -> FluentValue<'static> {
        self.invitation().unwrap_or_else(|| "none".to_owned()).into()
    }

    /// The name under which the bot's role stands in a server's settings.
    pub(crate) fn name(&self) -> String {
        self.application.get().map_or("adoube", |application| application.name.as_str()).to_owned()
    }

    /// Tells somebody who can change it what the bot is not allowed in a channel, once; nobody else is bothered.
    /// `known` when they have just been told in another way.
    pub(crate) async fn tell_what_is_missing(&self, arrival: &ReceivedInteraction, known: bool) {
        let missing = arrival.rights.missing();
        if !missing.is_empty() && !arrival.manager {
            return;
        }
        if !self.told.is_news(&arrival.channel, &missing) || known {
            return;
        }
        let language = arrival.language;
        let values = [
            ("thread", if arrival.rights.in_thread() { "yes" } else { "no" }.into()),
            ("count", missing.len().into()),
            ("permissions", self.words.permissions(language, &missing).into()),
            ("bot", markdown::escaped(&self.name()).into()),
        ];
        let body = render::of_sentence(&self.words.say_with(language, DiscordSentence::NotAllowed, &values));
        if let Err(failure) = self.link.answer_further(&arrival.token, &body, true).await {
            tracing::debug!(%failure, channel = %arrival.channel, "what is missing is told another time");
            self.told.forget(&arrival.channel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(number: usize) -> ChannelId {
        ChannelId(format!("discord:{number}"))
    }

    #[test]
    fn it_is_news_until_it_was_said_and_again_when_it_changed() {
        let (told, one, both) = (
            ReportedDenials::default(),
            [Permission::AttachFiles],
            [Permission::EmbedLinks, Permission::AttachFiles],
        );
        assert!(told.is_news(&channel(1), &both));
        assert!(!told.is_news(&channel(1), &both));
        assert!(told.is_news(&channel(2), &both), "each channel has its own");
        assert!(told.is_news(&channel(1), &one), "something else is missing");
        assert!(!told.is_news(&channel(1), &[]), "all is well");
        assert!(told.is_news(&channel(1), &one), "it was well in between");
        told.forget(&channel(1));
        assert!(told.is_news(&channel(1), &one));
    }

    #[test]
    fn what_was_said_takes_bounded_room() {
        let told = ReportedDenials::default();
        for number in 0..REMEMBERED * 2 {
            assert!(told.is_news(&channel(number), &[Permission::AttachFiles]));
        }
        assert!(told.0.lock().expect("a lock").len() <= REMEMBERED);
    }
}
