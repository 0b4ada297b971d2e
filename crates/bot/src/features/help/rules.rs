//! Handles `/rules`: explains a variant, with what was agreed on for the channel's game.

use adoube_rules::Variant;

use crate::{
    Notice, Reply,
    core::notice::AgreedTerms,
    gameplay::{HandlerRequest, private_reply},
};

impl HandlerRequest<'_> {
    pub(crate) fn explain_rules(&self, variant: Option<Variant>) -> Reply {
        let running = self.draft.channel.game.as_ref();
        let agreed = running.filter(|game| variant.is_none_or(|variant| variant == game.variant));
        private_reply(Notice::Rules {
            variant: variant.or(running.map(|game| game.variant)).unwrap_or(Variant::Grand),
            agreed: agreed.map(|game| Box::new(AgreedTerms::of(game))),
        })
    }
}
