//! How much of what was hoped for happened, so that a run that tests nothing is noticed.

/// Counts of one run, or of several.
#[derive(Debug, Default)]
pub struct Tally {
    pub posted: usize,
    pub updated: usize,
    pub private: usize,
    pub troubled: usize,
    pub repeated: usize,
    pub ended: usize,
    pub tried: usize,
    /// Events of touch-move that every game together has seen.
    pub touched: usize,
    pub released: usize,
    /// Moves that waited for a drop.
    pub begun: usize,
    pub dropped: usize,
    /// Games whose extra pieces were all chosen.
    pub chosen: usize,
    /// Presses and words that changed a panel.
    pub panels: usize,
    /// Games that wanted a thread.
    pub threads: usize,
    /// Challenges whose row told that they are over.
    pub expired: usize,
    /// Challenges that were over when somebody did something, which told it.
    pub expired_meanwhile: usize,
    /// Looks at what is due that were cut short.
    pub cut_short: usize,
}

impl Tally {
    pub fn add(&mut self, other: &Self) {
        self.posted += other.posted;
        self.updated += other.updated;
        self.private += other.private;
        self.troubled += other.troubled;
        self.repeated += other.repeated;
        self.ended += other.ended;
        self.tried += other.tried;
        self.touched += other.touched;
        self.released += other.released;
        self.begun += other.begun;
        self.dropped += other.dropped;
        self.chosen += other.chosen;
        self.panels += other.panels;
        self.threads += other.threads;
        self.expired += other.expired;
        self.expired_meanwhile += other.expired_meanwhile;
        self.cut_short += other.cut_short;
    }

    /// Whether everything happened at least once.
    pub fn is_complete(&self) -> bool {
        let Self { posted, updated, private, troubled, repeated, ended, .. } = self;
        let Self { tried, touched, released, chosen, panels, begun, dropped, threads, .. } = self;
        let Self { expired, expired_meanwhile, cut_short, .. } = self;
        let counts = [posted, updated, private, troubled, repeated, ended, tried, touched, released, chosen];
        let others = [panels, begun, dropped, threads, expired, expired_meanwhile, cut_short];
        counts.into_iter().chain(others).all(|count| *count > 0)
    }
}
