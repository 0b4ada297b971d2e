//! Outbound side: builds the services that send messages: queues of waiting messages, rate limits
//! of the account and of rooms, and the conversion of messages to events.

pub(crate) mod activity;
pub(crate) mod attachments;
pub(crate) mod availability;
pub(crate) mod delivery_error;
pub(crate) mod delivery_steps;
pub(crate) mod layout;
pub(crate) mod notice_delivery;
pub(crate) mod notice_turn;
pub(crate) mod presenter;
pub(crate) mod private_send;
pub(crate) mod queued_reply;
pub(crate) mod rate_limited_account;
pub(crate) mod rate_limited_sender;
pub(crate) mod reaction_signs;
pub(crate) mod refused_pictures;
pub(crate) mod reply_delivery;
pub(crate) mod reply_queue;
pub(crate) mod reply_sender;
pub(crate) mod room_creation_queue;
pub(crate) mod room_pace;
pub(crate) mod send_text;
pub(crate) mod token_bucket;
pub(crate) mod transport;
pub(crate) mod unconfirmed_sends;
pub(crate) mod unencrypted_consent;
pub(crate) mod unjoined_rooms;

use std::sync::Arc;

use adoube_bot::Outbox;
use adoube_matrix_client::MatrixApi;
use adoube_platform::command_text::TypedCommandNames;

use self::{
    activity::Activity, attachments::Attachments, availability::Availability, delivery_steps::DeliverySteps,
    layout::MessageLayouts, notice_delivery::NoticeDelivery, notice_turn::NoticeScheduler,
    presenter::Presenter, private_send::PrivateSends, rate_limited_account::RateLimitedAccount,
    rate_limited_sender::RateLimitedSender, reaction_signs::ReactionSigns, refused_pictures::RefusedPictures,
    reply_delivery::ReplyDelivery, reply_queue::ReplyQueue, reply_sender::ReplySender, room_pace::RoomPacer,
    send_text::TextSender, transport::MatrixTransport, unconfirmed_sends::UnconfirmedSends,
    unencrypted_consent::UnencryptedConsent, unjoined_rooms::UnjoinedRooms,
};
use crate::state::MatrixState;

/// Services that send.
pub(crate) struct Outbound {
    pub(crate) transport: Arc<MatrixTransport>,
    pub(crate) queue: Arc<ReplyQueue>,
    pub(crate) replies: Arc<ReplySender>,
    pub(crate) presenter: Arc<Presenter>,
    pub(crate) consent: Arc<UnencryptedConsent>,
    pub(crate) gates: Arc<PrivateSends>,
    pub(crate) activity: Arc<Activity>,
    pub(crate) availability: Arc<Availability>,
    pub(crate) unjoined: Arc<UnjoinedRooms>,
    pub(crate) unconfirmed: Arc<UnconfirmedSends>,
}

impl Outbound {
    /// Builds the services over the account and the bot's outbox.
    pub(crate) fn new(state: &MatrixState, account: &Arc<RateLimitedAccount>, outbox: &Outbox) -> Self {
        let MatrixState { bot, store, clock, rooms, languages, settings, .. } = state;
        let link: Arc<dyn MatrixApi> = Arc::clone(account) as Arc<dyn MatrixApi>;
        let queue = Arc::new(ReplyQueue::new(Arc::clone(store), Arc::clone(clock)));
        let replies = Arc::new(ReplySender::new(Arc::clone(&queue), outbox.clone()));
        let consent = Arc::new(UnencryptedConsent::new(
            bot.clone(),
            Arc::clone(store),
            Arc::clone(&link),
            Arc::clone(clock),
            settings.language,
        ));
        let limit = settings.room_messages_per_minute;
        let pacer = Arc::new(RoomPacer::new(limit, Arc::clone(rooms), clock.timer()));
        let layouts = Arc::new(MessageLayouts::new(
            bot.clone(),
            Arc::clone(rooms),
            Arc::clone(&link),
            Arc::clone(settings),
        ));
        let gates = Arc::new(PrivateSends::default());
        let sender = Arc::new(RateLimitedSender {
            account: Arc::clone(account),
            rooms: Arc::clone(rooms),
            pacer: Arc::clone(&pacer),
            consent: Arc::clone(&consent),
            gates: Arc::clone(&gates),
            unsaved: Arc::clone(&state.unsaved),
        });
        let texts = text_sender(state, &sender, &layouts, &replies);
        let presenter = presenter(state, account);
        let attachments = Arc::new(Attachments {
            store: Arc::clone(store),
            queue: Arc::clone(&queue),
            replies: Arc::clone(&replies),
            consent: Arc::clone(&consent),
            layouts: Arc::clone(&layouts),
            sender,
            texts: Arc::clone(&texts),
            presenter: Arc::clone(&presenter),
        });
        let activity = Arc::new(Activity::new(Arc::clone(account), clock.timer()));
        let availability = Arc::new(Availability::new(
            bot.clone(),
            Arc::clone(&link),
            Arc::clone(rooms),
            Arc::clone(languages),
            Arc::clone(&replies),
        ));
        let unjoined = Arc::new(UnjoinedRooms::new(
            (Arc::clone(store), Arc::clone(clock)),
            (Arc::clone(&link), Arc::clone(rooms)),
            Arc::clone(languages),
            Arc::clone(&replies),
        ));
        let steps = Arc::new(DeliverySteps {
            store: Arc::clone(store),
            queue: Arc::clone(&queue),
            replies: Arc::clone(&replies),
            presenter: Arc::clone(&presenter),
            scheduler: NoticeScheduler::new(Arc::clone(&pacer), layouts, outbox.clone()),
            texts,
            signs: ReactionSigns::new(pacer, link),
            activity: Arc::clone(&activity),
            attachments: Arc::clone(&attachments),
            unsaved: Arc::clone(&state.unsaved),
        });
        let transport = Arc::new(MatrixTransport {
            store: Arc::clone(store),
            players: Arc::clone(&state.players),
            queue: Arc::clone(&queue),
            notices: NoticeDelivery {
                steps: Arc::clone(&steps),
                availability: Arc::clone(&availability),
                languages: Arc::clone(languages),
            },
            replies: ReplyDelivery {
                steps,
                bot: bot.clone(),
                account: Arc::clone(account),
                consent: Arc::clone(&consent),
                unjoined: Arc::clone(&unjoined),
            },
            attachments,
            unsaved: Arc::clone(&state.unsaved),
        });
        let unconfirmed =
            UnconfirmedSends::new(outbox.clone(), Arc::clone(&queue), Arc::clone(&state.unsaved));
        Self {
            transport,
            queue,
            replies,
            presenter,
            consent,
            gates,
            activity,
            availability,
            unjoined,
            unconfirmed: Arc::new(unconfirmed),
        }
    }
}

fn text_sender(
    state: &MatrixState,
    sender: &Arc<RateLimitedSender>,
    layouts: &Arc<MessageLayouts>,
    replies: &Arc<ReplySender>,
) -> Arc<TextSender> {
    let MatrixState { store, clock, languages, .. } = state;
    Arc::new(TextSender {
        sender: Arc::clone(sender),
        layouts: Arc::clone(layouts),
        refused: Arc::new(RefusedPictures::new(
            Arc::clone(store),
            Arc::clone(clock),
            Arc::clone(languages),
            Arc::clone(replies),
        )),
        store: Arc::clone(store),
        timer: clock.timer(),
    })
}

fn presenter(state: &MatrixState, account: &Arc<RateLimitedAccount>) -> Arc<Presenter> {
    let MatrixState { bot, store, rooms, languages, .. } = state;
    Arc::new(Presenter {
        bot: bot.clone(),
        artist: Arc::clone(&state.artist),
        text: Arc::clone(&state.text),
        commands: TypedCommandNames::new(bot),
        store: Arc::clone(store),
        rooms: Arc::clone(rooms),
        languages: Arc::clone(languages),
        account: Arc::clone(account),
    })
}
