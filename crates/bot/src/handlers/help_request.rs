//! Recognises a request for the help of a command: `help` in the place of a person's name.

use crate::{
    command::{
        BAR, BLOCK, ChallengeRequest, Command, CommandSpec, GAMES, GamesFilter, HELP, PLAY, SETUP, UNBAR,
        UNBLOCK,
    },
    gameplay::HandlerRequest,
};

impl HandlerRequest<'_> {
    /// The command whose help is asked for by `help` in the place of a name, unless a person has
    /// that name.
    pub(crate) async fn is_help_request(&self, command: &Command) -> Option<&'static CommandSpec> {
        let (asked, name): (&'static CommandSpec, _) = match command {
            Command::Play(ChallengeRequest { opponent: Some(name), .. }) => (&PLAY, name),
            Command::Setup(wish) => (&SETUP, wish.opponent.as_ref()?),
            Command::Games(GamesFilter::Of(name)) => (&GAMES, name),
            Command::Block(Some(name)) => (&BLOCK, name),
            Command::Unblock(Some(name)) => (&UNBLOCK, name),
            Command::Bar(Some(name), _) => (&BAR, name),
            Command::Unbar(Some(name)) => (&UNBAR, name),
            _ => return None,
        };
        let is_help = self.context.lexicon.command(name) == Some(&HELP);
        let nobody = is_help && self.context.directory.find(&self.incoming.channel, name).await.is_empty();
        nobody.then_some(asked)
    }
}
