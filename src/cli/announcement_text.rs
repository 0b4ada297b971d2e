//! Puts the announcements of the starting program (addresses, log-in codes) into lines for the
//! terminal.

#[cfg(feature = "matrix")]
use super::matrix;
use crate::{start::Announcement, storage::Storage};

/// What an announcement prints; `storage` is where the records are.
pub(super) fn announcement_text(announcement: &Announcement, storage: &Storage) -> String {
    match announcement {
        Announcement::Web(places) => {
            let (addresses, others): (Vec<_>, Vec<_>) =
                places.iter().map(ToString::to_string).partition(|place| place.starts_with("http"));
            let how = match (addresses.join(" or "), others.join(" and ")) {
                (addresses, others) if others.is_empty() => format!("open {addresses} in a browser"),
                (addresses, others) if addresses.is_empty() => format!("it listens on {others}"),
                (addresses, others) => format!("open {addresses} in a browser; it also listens on {others}"),
            };
            format!("adoube is ready: {how}. Records are in {storage}.")
        }
        #[cfg(feature = "discord")]
        Announcement::Discord(Some(application)) => {
            let into = |what: &str, address: Option<&str>| {
                address.map(|address| format!("\n{what}: {address}")).unwrap_or_default()
            };
            let server = into("Take it into a server", application.invitation.as_deref());
            let own = into("For yourself alone, wherever you are", application.own.as_deref());
            format!("{} is on Discord.{server}{own}", application.name)
        }
        #[cfg(feature = "discord")]
        Announcement::Discord(None) => {
            let then = "then the log says where to take it into a server";
            format!("Discord cannot be reached now. adoube keeps trying; {then}.")
        }
        #[cfg(feature = "matrix")]
        Announcement::Matrix(Some(user)) => {
            format!("adoube is on Matrix as {user}: invite it into a room, or write to it.")
        }
        #[cfg(feature = "matrix")]
        Announcement::MatrixErrand(errand) => matrix::task_text(errand),
        #[cfg(feature = "matrix")]
        Announcement::MatrixElsewhere => {
            "Another process plays on Matrix. This one stands by and takes over when that one is gone."
                .to_owned()
        }
        #[cfg(feature = "matrix")]
        Announcement::Matrix(None) => "Matrix cannot be reached now. adoube keeps trying.".to_owned(),
    }
}
