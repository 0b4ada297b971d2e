//! Limits the rate of each person's commands and of the numbers that stand for buttons. A person
//! who exceeds the limit is told so at times.

use std::{sync::Arc, time::Duration};

use adoube_bot::{Clock, PersonId};
use adoube_platform::rate_limit::{BucketRate, RateLimiter};
use adoube_store::StoreError;

use super::{answer_sender::AnswerSender, person_action::PersonAction};
use crate::{message::platform_text::MatrixSentence, outbound::queued_reply::ReplyContent};

/// Commands and numbers of a person. Bare moves are not counted; the game bounds them.
const REQUESTS: BucketRate = BucketRate { burst: 30, refill: Duration::from_secs(3) };
/// Rate of the warnings to one person.
const WARNINGS: BucketRate = BucketRate { burst: 1, refill: Duration::from_secs(10 * 60) };

/// Rate limiter of requests.
pub(super) struct RequestLimits {
    requests: RateLimiter<PersonId>,
    warnings: RateLimiter<PersonId>,
    clock: Arc<dyn Clock>,
    answers: Arc<AnswerSender>,
}

impl RequestLimits {
    pub(super) fn new(clock: Arc<dyn Clock>, answers: Arc<AnswerSender>) -> Self {
        Self { requests: RateLimiter::new(REQUESTS), warnings: RateLimiter::new(WARNINGS), clock, answers }
    }

    /// Counts a request of a person; false if it exceeds the limit. Sends no warning.
    pub(super) fn may_ask_silently(&self, person: &PersonId) -> bool {
        self.requests.take(person.clone(), self.clock.monotonic())
    }

    /// Counts a request of a person; false if it exceeds the limit, and then the person is warned
    /// at times.
    pub(super) async fn may_ask(&self, action: &PersonAction) -> Result<bool, StoreError> {
        let may = self.may_ask_silently(&action.person.id);
        if !may && self.warnings.take(action.person.id.clone(), self.clock.monotonic()) {
            let what = ReplyContent::Sentence(MatrixSentence::TooFast, None);
            self.answers.answer_here(action, action.place.channel(), what).await?;
        }
        Ok(may)
    }
}
