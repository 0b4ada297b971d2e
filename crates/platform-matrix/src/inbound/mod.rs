//! Inbound events: builds the handlers for what people write, edit, react to and request, and the
//! services they share.

pub(crate) mod action_handler;
pub(crate) mod answer_sender;
pub(crate) mod answer_threads;
pub(crate) mod command_handler;
pub(crate) mod consent_dialog;
pub(crate) mod dispatcher;
pub(crate) mod edits;
pub(crate) mod engine_answer;
pub(crate) mod join_request;
pub(crate) mod list_choice;
pub(crate) mod message_handler;
pub(crate) mod message_reader;
pub(crate) mod non_text;
pub(crate) mod number_resolver;
pub(crate) mod person_action;
pub(crate) mod reactions;
pub(crate) mod request_limits;
pub(crate) mod room_queues;
pub(crate) mod undecryptable;
pub(crate) mod unsupported_requests;
pub(crate) mod user_filter;

use std::sync::Arc;

use adoube_matrix_client::MatrixApi;

use self::{
    action_handler::ActionHandler,
    answer_sender::AnswerSender,
    answer_threads::{AnswerThreads, ThreadCache},
    command_handler::CommandHandler,
    consent_dialog::ConsentDialog,
    dispatcher::EventDispatcher,
    edits::Edits,
    engine_answer::EngineQuestions,
    join_request::JoinRequests,
    list_choice::ListChoices,
    message_handler::RoomMessageHandler,
    message_reader::MessageReader,
    non_text::NonTextMessages,
    number_resolver::NumberResolver,
    person_action::ActionBuilder,
    reactions::Reactions,
    request_limits::RequestLimits,
    room_queues::RoomQueues,
    undecryptable::{UndecryptableIndex, UndecryptableMessages},
    unsupported_requests::UnsupportedRequests,
    user_filter::UserFilter,
};
use crate::{
    outbound::{Outbound, rate_limited_account::RateLimitedAccount},
    rooms::{RoomServices, self_test::RoomSelfTest},
    state::{MatrixState, room_lookup::RoomLookup},
};

/// Services by which handlers answer people.
struct AnswerServices {
    users: Arc<UserFilter>,
    lookup: Arc<RoomLookup>,
    actions: Arc<ActionBuilder>,
    threads: Arc<AnswerThreads>,
    consent: Arc<ConsentDialog>,
    answers: Arc<AnswerSender>,
    limits: Arc<RequestLimits>,
}

impl AnswerServices {
    fn new(state: &MatrixState, account: &Arc<RateLimitedAccount>, outbound: &Outbound) -> Self {
        let MatrixState { bot, store, clock, settings, rooms, people, .. } = state;
        let link: Arc<dyn MatrixApi> = Arc::clone(account) as Arc<dyn MatrixApi>;
        let users = Arc::new(UserFilter::new(link.user(), Arc::clone(settings)));
        let lookup = Arc::new(RoomLookup::new(Arc::clone(rooms), Arc::clone(&link), Arc::clone(clock)));
        let actions = Arc::new(ActionBuilder {
            lookup: Arc::clone(&lookup),
            rooms: Arc::clone(rooms),
            people: people.clone(),
            store: Arc::clone(store),
            default_language: settings.language,
        });
        let threads = Arc::new(AnswerThreads {
            cache: ThreadCache::default(),
            bot: bot.clone(),
            store: Arc::clone(store),
            link: Arc::clone(&link),
            rooms: Arc::clone(rooms),
            policy: settings.threads,
        });
        let consent = Arc::new(ConsentDialog {
            store: Arc::clone(store),
            link,
            queue: Arc::clone(&outbound.queue),
            replies: Arc::clone(&outbound.replies),
            consent: Arc::clone(&outbound.consent),
            gates: Arc::clone(&outbound.gates),
            actions: Arc::clone(&actions),
        });
        let answers = Arc::new(AnswerSender {
            store: Arc::clone(store),
            account: Arc::clone(account),
            replies: Arc::clone(&outbound.replies),
            threads: Arc::clone(&threads),
            consent: Arc::clone(&consent),
        });
        let limits = Arc::new(RequestLimits::new(Arc::clone(clock), Arc::clone(&answers)));
        Self { users, lookup, actions, threads, consent, answers, limits }
    }
}

/// Services that handle messages.
struct MessageServices {
    reader: Arc<MessageReader>,
    resolver: Arc<NumberResolver>,
    choices: Arc<ListChoices>,
    messages: Arc<RoomMessageHandler>,
    undecryptable: Arc<UndecryptableMessages>,
}

impl MessageServices {
    fn new(
        state: &MatrixState,
        account: &Arc<RateLimitedAccount>,
        outbound: &Outbound,
        answer_services: &AnswerServices,
        (self_test, join_requests): (RoomSelfTest, Arc<JoinRequests>),
    ) -> Self {
        let MatrixState { bot, store, clock, settings, text, rooms, people, languages, .. } = state;
        let AnswerServices { users, lookup, actions, threads, consent, answers, limits } = answer_services;
        let link: Arc<dyn MatrixApi> = Arc::clone(account) as Arc<dyn MatrixApi>;
        let index = Arc::new(UndecryptableIndex::default());
        let undecryptable = Arc::new(UndecryptableMessages {
            index: Arc::clone(&index),
            bot: bot.clone(),
            store: Arc::clone(store),
            clock: Arc::clone(clock),
            link: Arc::clone(&link),
            rooms: Arc::clone(rooms),
            languages: Arc::clone(languages),
            replies: Arc::clone(&outbound.replies),
            users: Arc::clone(users),
        });
        let endonyms = bot.locales().languages().map(|language| (bot.endonym(language), language));
        let reader = Arc::new(MessageReader {
            text: Arc::clone(text),
            languages: endonyms.collect(),
            display_name: settings.display_name.clone(),
            link: Arc::clone(&link),
            rooms: Arc::clone(rooms),
            players: Arc::clone(&state.players),
            undecryptable: index,
        });
        let engine = Arc::new(EngineQuestions {
            bot: bot.clone(),
            activity: Arc::clone(&outbound.activity),
            answers: Arc::clone(answers),
        });
        let handler = Arc::new(ActionHandler {
            bot: bot.clone(),
            account: Arc::clone(account),
            people: people.clone(),
            threads: settings.threads,
            activity: Arc::clone(&outbound.activity),
            players: Arc::clone(&state.players),
            answers: Arc::clone(answers),
            engine,
            self_test,
        });
        let resolver = Arc::new(NumberResolver {
            store: Arc::clone(store),
            link: Arc::clone(&link),
            clock: Arc::clone(clock),
            unsaved: Arc::clone(&state.unsaved),
        });
        let choices = Arc::new(ListChoices {
            bot: bot.clone(),
            lookup: Arc::clone(lookup),
            resolver: Arc::clone(&resolver),
            actions: Arc::clone(actions),
            answers: Arc::clone(answers),
            handler: Arc::clone(&handler),
        });
        let commands = CommandHandler {
            bot: bot.clone(),
            store: Arc::clone(store),
            text: Arc::clone(text),
            lookup: Arc::clone(lookup),
            actions: Arc::clone(actions),
            answers: Arc::clone(answers),
            handler: Arc::clone(&handler),
            join_requests,
        };
        let messages = Arc::new(RoomMessageHandler {
            users: Arc::clone(users),
            reader: Arc::clone(&reader),
            threads: Arc::clone(threads),
            undecryptable: Arc::clone(&undecryptable),
            actions: Arc::clone(actions),
            limits: Arc::clone(limits),
            unconfirmed: Arc::clone(&outbound.unconfirmed),
            resolver: Arc::clone(&resolver),
            choices: Arc::clone(&choices),
            commands,
            consent: Arc::clone(consent),
            handler,
        });
        Self { reader, resolver, choices, messages, undecryptable }
    }
}

/// Entry points of the inbound side: the event queues, and the messages without keys.
pub(crate) struct Inbound {
    pub(crate) queues: Arc<RoomQueues>,
    pub(crate) undecryptable: Arc<UndecryptableMessages>,
}

impl Inbound {
    /// Builds the handlers and their services.
    pub(crate) fn new(
        state: &MatrixState,
        account: &Arc<RateLimitedAccount>,
        outbound: &Outbound,
        room_services: RoomServices,
    ) -> Self {
        let MatrixState { bot, store, clock, settings, rooms, people, languages, .. } = state;
        let RoomServices {
            joins,
            invitations,
            departures,
            greeter,
            pending,
            checks,
            limiter,
            self_test,
            tasks,
        } = room_services;
        let link: Arc<dyn MatrixApi> = Arc::clone(account) as Arc<dyn MatrixApi>;
        let answer_services = AnswerServices::new(state, account, outbound);
        let join_requests = Arc::new(JoinRequests {
            link: Arc::clone(&link),
            clock: Arc::clone(clock),
            settings: Arc::clone(settings),
            rooms: Arc::clone(rooms),
            limiter,
            pending,
            checks,
            joins: Arc::clone(&joins),
            greeter,
            answers: Arc::clone(&answer_services.answers),
            tasks,
        });
        let message_services =
            MessageServices::new(state, account, outbound, &answer_services, (self_test, join_requests));
        let AnswerServices { users, lookup, actions, threads, answers, limits, .. } = answer_services;
        let MessageServices { reader, resolver, choices, messages, undecryptable } = message_services;
        let edits = Edits {
            users: Arc::clone(&users),
            reader,
            threads: Arc::clone(&threads),
            lookup,
            bot: bot.clone(),
            store: Arc::clone(store),
            link: Arc::clone(&link),
            people: people.clone(),
            languages: Arc::clone(languages),
            replies: Arc::clone(&outbound.replies),
            messages: Arc::clone(&messages),
        };
        let reactions = Reactions {
            store: Arc::clone(store),
            link: Arc::clone(&link),
            users: Arc::clone(&users),
            unconfirmed: Arc::clone(&outbound.unconfirmed),
            resolver,
            actions: Arc::clone(&actions),
            threads,
            limits: Arc::clone(&limits),
            answers: Arc::clone(&answers),
            choices,
        };
        let non_text = NonTextMessages::new(
            (Arc::clone(clock), Arc::clone(rooms)),
            Arc::clone(&users),
            actions,
            answers,
        );
        let unsupported = UnsupportedRequests {
            bot: bot.clone(),
            link: Arc::clone(&link),
            languages: Arc::clone(languages),
            replies: Arc::clone(&outbound.replies),
            users,
            limits,
        };
        let events = EventDispatcher {
            invitations,
            joins,
            departures,
            messages,
            edits,
            reactions,
            non_text,
            undecryptable: Arc::clone(&undecryptable),
            unsupported,
        };
        Self { queues: Arc::new(RoomQueues::new(link, events)), undecryptable }
    }
}
