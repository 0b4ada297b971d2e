//! When Discord says that all requests of the bot together were too many, it takes none for a while, from whichever process:
//! whoever is told tells the others over the store. Not here: that a process makes none then (`adoube-discord`).

use std::time::Duration;

use adoube_discord::Link;
use adoube_service::stored::{self, Form};
use adoube_store::{Batch, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::adapter::discord::records;

/// Discord's waits are shorter; a clock that is set wrong silences nobody for longer.
const LONGEST: u64 = 24 * 60 * 60 * 1000;
/// Less is no news, in milliseconds.
const NEWS: u64 = 500;

/// Until when Discord takes no requests.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Silence {
    /// In milliseconds since 1970.
    until: u64,
}

impl Form for Silence {
    const KIND: &'static str = "until when Discord takes no requests";
    const VERSION: u64 = 1;
}

/// What this process was told the others learn, and what they were told this one; `now` in milliseconds since 1970.
pub(super) async fn agree(store: &dyn Store, link: &dyn Link, now: u64) -> Result<(), StoreError> {
    let key = records::silence_key();
    let record = store.get(records::TABLE, key.as_ref()).await?;
    let version = record.as_ref().map(|record| record.version);
    let read = record.and_then(|record| stored::read_or_tell::<Silence>(key.as_ref(), &record.value));
    let told = read.map_or(0, |silence| silence.until);
    let own = link.stopped().map_or(0, |left| now + left.as_millis() as u64);
    if own > told + NEWS {
        let Ok(value) = stored::write(&Silence { until: own }) else { return Ok(()) };
        let batch = Batch::new().expect(records::TABLE, key.clone(), version);
        // Who was faster may have been told of a longer one; that is seen at the next look.
        store.commit(batch.put(records::TABLE, key, value)).await?;
    } else if told > now.max(own) + NEWS {
        link.stop(Duration::from_millis((told - now).min(LONGEST)));
    }
    Ok(())
}
