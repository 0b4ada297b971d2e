//! The longest time that a test waits.

use std::time::Duration;

/// The timeout of waits that end at once on an idle machine. On a busy one, a second may become a minute.
pub const TEST_TIMEOUT: Duration = Duration::from_secs(240);
