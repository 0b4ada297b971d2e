//! Constants of the protocol's limits: sizes of requests, and what the door keeps in memory for
//! bridges.

use std::ops::RangeInclusive;

use adoube_render::MAX_WIDTH;

/// Bytes of a line.
pub(crate) const MAX_LINE_BYTES: u64 = 1 << 20;
/// Bytes of a request's `id`, if it is a text.
pub(crate) const MAX_ID_BYTES: usize = 256;
/// Characters of a command and of other texts. Only the line bounds what people say.
pub(crate) const MAX_TEXT_CHARS: usize = 2000;
/// Characters of the prefix of commands.
pub(crate) const MAX_PREFIX_CHARS: usize = 20;
/// Bytes of the platform's name in an id.
pub(crate) const MAX_PLATFORM_BYTES: usize = 32;
/// Bytes of the id of a channel, a person or an event, without the platform.
pub(crate) const MAX_NAME_BYTES: usize = 200;
/// Characters of the name of a person.
pub(crate) const MAX_PERSON_CHARS: usize = 64;
/// Characters of the id of a button or menu, and of the value picked from a menu. The bot's own
/// have at most 100.
pub(crate) const MAX_CONTROL_VALUE_CHARS: usize = 100;
/// Bytes of the id of a button or menu in answers: Telegram allows no more.
pub(crate) const MAX_CONTROL_ID_BYTES: usize = 64;
/// Picture widths that a request may ask for, in pixels.
pub(crate) const PICTURE_WIDTHS: RangeInclusive<u16> = 160..=MAX_WIDTH;
/// Events whose ids are remembered.
pub(crate) const MAX_REMEMBERED_EVENTS: usize = 10_000;
/// People in one list of a request.
pub(crate) const MAX_PEOPLE_PER_REQUEST: usize = 1000;
/// People known in all channels together. Beyond it, the channel that was named longest ago is forgotten.
pub(crate) const MAX_PEOPLE: usize = 100_000;
/// People known in one channel. Beyond it, the person who was named longest ago is forgotten.
pub(crate) const MAX_PEOPLE_PER_CHANNEL: usize = 2000;
/// Channels of which people are known. Beyond it, the channel that was named longest ago is forgotten.
pub(crate) const MAX_CHANNELS: usize = 10_000;
/// Findings that a bridge adds to a self-test.
pub(crate) const MAX_FINDINGS: usize = 20;
/// Milliseconds by which one request moves the clock: fifty years of 365 days, so that one step
/// leads from the start of the input clock to the present.
pub(crate) const MAX_CLOCK_STEP_MS: u64 = 50 * 365 * 24 * 60 * 60 * 1000;
/// Jobs that run within one step of the clock.
pub(crate) const MAX_JOBS_PER_STEP: usize = 10_000;
/// Deliveries in one answer.
pub(crate) const MAX_DELIVERIES: usize = 100;
/// Platforms that one run serves.
pub(crate) const MAX_PLATFORMS: usize = 64;
/// Asynchronous requests under way at a time.
pub(crate) const MAX_PENDING_REQUESTS: usize = 256;
/// Files in the folder for pictures. Beyond it the oldest file is removed.
pub(crate) const MAX_PICTURE_FILES: usize = 10_000;
/// Milliseconds by which a delivery can be postponed: a day.
pub(crate) const MAX_PAUSE_MS: u64 = 24 * 60 * 60 * 1000;
