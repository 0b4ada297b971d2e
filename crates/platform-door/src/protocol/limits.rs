//! How much one line may ask for. Not here: where a limit is applied.

use std::ops::RangeInclusive;

use adoube_render::MAX_WIDTH;

/// Bytes of a line.
pub(crate) const LINE_BYTES: u64 = 1 << 20;
/// Bytes of a request's own id, where it is a text.
pub(crate) const ID_BYTES: usize = 256;
/// Characters of what somebody commanded, and of other words; what is said is bounded by its line.
pub(crate) const TEXT_CHARS: usize = 2000;
/// Characters before a command.
pub(crate) const PREFIX_CHARS: usize = 20;
/// Bytes of the platform's part of an id.
pub(crate) const PLATFORM_BYTES: usize = 32;
/// Bytes of the id of a channel, a person or an event.
pub(crate) const NAME_BYTES: usize = 200;
/// Characters of the name of a person.
pub(crate) const PERSON_CHARS: usize = 64;
/// Characters of the id of a button or menu, and of the value picked from it; the bot gives out at most 100.
pub(crate) const COMPONENT_CHARS: usize = 100;
/// Bytes of the id of a button or menu that the door gives out: Telegram takes no more.
pub(crate) const CONTROL_BYTES: usize = 64;
/// Pixels a picture may be asked to be wide at most.
pub(crate) const WIDTH: RangeInclusive<u16> = 160..=MAX_WIDTH;
/// Events whose ids are remembered.
pub(crate) const EVENTS: usize = 10_000;
/// Persons told of in one line.
pub(crate) const PEOPLE_AT_ONCE: usize = 1000;
/// Persons known in all channels together; of the channel told of longest ago they go first.
pub(crate) const PEOPLE: usize = 100_000;
/// Persons known in one channel; who came first goes first.
pub(crate) const PEOPLE_OF_CHANNEL: usize = 2000;
/// Channels of which people are known; the one told of longest ago goes first.
pub(crate) const CHANNELS: usize = 10_000;
/// Findings of a bridge's own in a self-test.
pub(crate) const FINDINGS: usize = 20;
/// Milliseconds by which one request moves the clock: fifty years of 365 days, so that one step leads from where it begins
/// to today.
pub(crate) const LONGEST_STEP: u64 = 50 * 365 * 24 * 60 * 60 * 1000;
/// Due things that are done on the way of one step.
pub(crate) const DUE_OF_STEP: usize = 10_000;
/// Deliveries in one answer.
pub(crate) const DELIVERIES: usize = 100;
/// Platforms in one run.
pub(crate) const PLATFORMS: usize = 64;
/// Requests that are answered later.
pub(crate) const LATER: usize = 256;
/// Files kept in the folder for pictures; the oldest go first.
pub(crate) const FILES: usize = 10_000;
/// Milliseconds for which a delivery can be put off: a day.
pub(crate) const LONGEST_PAUSE: u64 = 24 * 60 * 60 * 1000;
