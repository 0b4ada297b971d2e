//! How long tests wait before they call a wait vain. Not here: times that a test is about.

use std::time::Duration;

/// The limit of every wait that ends at once on an idle machine: on two cores that others use as well, what takes a second takes
/// a minute. A test that passes never waits so long.
pub const TEST_TIMEOUT: Duration = Duration::from_secs(240);
