//! Records of the bot: typed access to them (`repository` and a file for each kind), their tables
//! and keys, and the batch with which all changes of one event are committed (`unit_of_work`). Not
//! here: what is changed when (`features`), and the stored forms (`forms`).
//!
//! | table | key | value |
//! |---|---|---|
//! | channel | channel | [`ChannelRecord`]: the running game, open challenges and panels, rows of jobs, a count of posts |
//! | game | game id | [`GameRecord`](crate::core::game::GameRecord) of a game that has ended |
//! | game | channel, game id, `checkpoint`, plies | a [`Checkpoint`](crate::core::game::Checkpoint) |
//! | event | channel, game id, number | a [`GameLogEntry`](crate::core::game::GameLogEntry); earlier programs wrote it under the game's id alone (`event_log`) |
//! | person | `record`, person | a [`PersonRecord`](crate::core::game::PersonRecord) |
//! | person | `contacts`, person | [`Contacts`](crate::core::game::Contacts): whom they block, and whom they have challenged lately |
//! | outbox | platform, channel, number | [`Notice`](crate::Notice) not yet delivered |
//! | outbox | `unreadable`, platform, channel, number | an unreadable notice in quarantine |
//! | deadline | `due`, instant, channel, subject, revision, kind | a scheduled job, in order of time (`job`) |
//! | deadline | `unreadable`, former key | an unreadable job in quarantine |
//! | meta | `outage` and `alive`, … | when the bot was unreachable (`outage`) |
//! | meta | `place`, place | the [`CommunitySettings`](crate::core::game::CommunitySettings) of a server or a room |
//! | meta | `barred`, place | the [`BarList`](crate::core::game::BarList) of a server or a room |
//! | meta | `check`, event | the event, while a self-test writes and reads it |
//! | meta | `lease` and `lease-until`, name | holder and end of a lease (`leases`) |
//! | meta | `lane`, channel | the owner of a lane in a shared store (`lane_ownership`) |
//! | index | `game`, game id | the channel it belongs to |
//! | index | `person` or `channel`, its id, time, game id | none: the key has all |

mod analysis;
mod audit;
mod bars;
mod channel;
mod channel_form;
mod checkpoint;
mod codec;
mod community;
mod contacts;
mod earlier_job;
mod error;
mod event_log;
#[cfg(test)]
mod fixture;
mod job;
mod job_rows;
mod lane_ownership;
mod leases;
mod new_posts;
mod outage;
mod outbox;
mod pause_times;
mod pending_commit;
mod person;
mod quarantine;
mod relocation;
mod repository;
pub(crate) mod row_kinds;
mod running_games;
mod side_changes;
mod side_writes;
mod unit_of_work;

pub use audit::RecordAudit;
pub(crate) use channel::{ChannelRecord, channel_key};
pub(crate) use earlier_job::EarlierJobSignal;
pub use error::RepositoryError;
pub(crate) use error::readable;
pub(crate) use job::{JobKind, ScheduledJob};
pub(crate) use job_rows::JobRow;
pub(crate) use lane_ownership::{DeliveringPlatforms, LaneOwnership, watch as watch_deliverers};
pub(crate) use leases::{FencingToken, Lease, LeaseManager, LeaseStatus};
pub(crate) use new_posts::NewPostTracker;
pub(crate) use outage::{LastContact, OpenOutage, OutageScope, row as outage_row};
pub use outbox::OutboxEntry;
pub(crate) use pending_commit::PendingCommit;
pub use quarantine::quarantine;
pub(crate) use repository::{Repository, VersionedRecord, read_answer};
pub(crate) use running_games::PlayerGame;
pub(crate) use unit_of_work::UnitOfWork;
