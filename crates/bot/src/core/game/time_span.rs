//! Type of a time span in which a clock does not run: joining, overlap and total length of such
//! spans. Not here: their sources (outages, vacations, pauses).

/// A span of time in milliseconds since 1970. A span that has not ended ends at [`TimeSpan::OPEN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeSpan {
    /// First instant of the span.
    pub from: u64,
    /// First instant after the span.
    pub to: u64,
}

impl TimeSpan {
    /// End of a span that has not ended.
    pub const OPEN: u64 = u64::MAX;

    /// Whether the span contains an instant.
    pub fn has(self, at: u64) -> bool {
        (self.from..self.to).contains(&at)
    }

    /// Length in milliseconds.
    pub fn length(self) -> u64 {
        self.to.saturating_sub(self.from)
    }
}

/// Sorts spans and joins those that touch, so that no time counts twice.
pub fn joined(mut stretches: Vec<TimeSpan>) -> Vec<TimeSpan> {
    stretches.retain(|stretch| stretch.from < stretch.to);
    stretches.sort_unstable();
    let mut joined: Vec<TimeSpan> = Vec::with_capacity(stretches.len());
    for stretch in stretches {
        match joined.last_mut() {
            Some(last) if stretch.from <= last.to => last.to = last.to.max(stretch.to),
            _ => joined.push(stretch),
        }
    }
    joined
}

/// How much of the time between two instants lies in joined spans, in milliseconds.
pub fn overlap(stretches: &[TimeSpan], from: u64, to: u64) -> u64 {
    let within =
        |stretch: &TimeSpan| TimeSpan { from: stretch.from.max(from), to: stretch.to.min(to) }.length();
    stretches.iter().map(within).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretches(list: &[(u64, u64)]) -> Vec<TimeSpan> {
        list.iter().map(|&(from, to)| TimeSpan { from, to }).collect()
    }

    #[test]
    fn no_time_counts_twice() {
        let table: [(&[_], &[_], u64); 4] = [
            (&[(5, 9), (1, 3)], &[(1, 3), (5, 9)], 6),
            (&[(1, 6), (5, 9), (9, 10)], &[(1, 10)], 9),
            (&[(1, 9), (2, 3), (4, 4)], &[(1, 9)], 8),
            (&[(7, TimeSpan::OPEN), (8, 9)], &[(7, TimeSpan::OPEN)], 13),
        ];
        for (given, expected, within) in table {
            let joined = joined(stretches(given));
            assert_eq!(joined, stretches(expected), "{given:?}");
            assert_eq!(overlap(&joined, 0, 20), within, "{given:?}");
        }
        assert_eq!(overlap(&stretches(&[(1, 9)]), 4, 6), 2);
    }
}
