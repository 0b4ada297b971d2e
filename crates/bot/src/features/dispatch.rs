//! Decides an action: leads a command to its feature, a button to its handler, and text to the turn
//! that it may mean. Not here: which handler a button has (`button_dispatch`).

use crate::{
    Notice, Reply,
    core::{
        command::{CommandCall, CommandSpec},
        notice::GameRefusal,
    },
    features::{self, help::command::help_reply},
    gameplay::{HandlerRequest, HandlerResult, ParsedAction, feature::Command, private_reply},
};

/// Decides the action.
pub(crate) async fn decide(request: &mut HandlerRequest<'_>, action: &ParsedAction) -> HandlerResult {
    if let Some(instead) = request.check_audience(action) {
        return instead;
    }
    request.check_not_barred(action).await?;
    if action.can_begin_game() {
        request.place = request.chosen_here().await?;
    }
    match action {
        ParsedAction::Command { call, command } => decide_command(request, call, &**command).await,
        ParsedAction::Text { text, otherwise } => match request.handle_text(text, otherwise.as_ref()) {
            Ok(Reply::Ignored) => match request.said_command(text) {
                Some(said) => {
                    let call = said?;
                    let command = features::read_command(&call, &request.context.text.lexicon);
                    decide_command(request, &call, &*command.map_err(GameRefusal::from)?).await
                }
                None => Ok(Reply::Ignored),
            },
            decided => decided,
        },
        ParsedAction::Press { component, value } => request.handle_button(component, value.as_deref()).await,
        ParsedAction::Mention => Ok(private_reply(Notice::Greeting)),
        ParsedAction::Invalid(refusal) => Err(refusal.clone().into()),
    }
}

async fn decide_command(
    request: &mut HandlerRequest<'_>,
    call: &CommandCall,
    command: &dyn Command,
) -> HandlerResult {
    match help_request(request, call).await {
        Some(asked) => Ok(help_reply(Some(asked))),
        None => command.handle(request).await,
    }
}

/// The command whose help is asked for by `help` in the place of a name, unless a person has that
/// name.
async fn help_request(request: &HandlerRequest<'_>, call: &CommandCall) -> Option<&'static CommandSpec> {
    let name = call.person()?;
    let services = request.context;
    let is_help = services.text.lexicon.command(name).is_some_and(|spec| spec.explains_commands);
    let nobody = is_help && services.people.directory.find(&request.incoming.channel, name).await.is_empty();
    nobody.then_some(call.spec)
}
