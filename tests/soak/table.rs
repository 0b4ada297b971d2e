//! Trait of a table of the soak test, where two people play and a third one looks on, on any
//! platform. Not here: what they do there (`evening`), and how each platform is used (`on_discord`,
//! `on_matrix`, `on_web`).

/// Whoever looks on; the players are 0 and 1.
pub const ONLOOKER: usize = 2;

/// So many of the bot's messages are shown where something went wrong.
pub const LATELY: usize = 12;

/// A channel with its people. Whatever somebody does there is dealt with when it returns.
pub trait Table {
    /// The channel as the store knows it.
    fn channel(&self) -> &str;

    /// What a player is called.
    fn name_of(&self, player: usize) -> String;

    /// What this player's opponent is called in a command.
    fn opponent_of(&self, player: usize) -> String;

    /// From now on what players do is for nobody else's eyes, or may be read.
    fn hide(&mut self, is_hidden: bool);

    /// Somebody says a command.
    async fn command(&mut self, who: usize, line: &str);

    /// A player makes a move, by a command or in plain words.
    async fn moves(&mut self, who: usize, made: &str, plainly: bool);

    /// A player presses the newest button with this label that they see.
    async fn presses(&mut self, who: usize, label: &str);

    /// Somebody types the beginning of a line, and is offered what may follow.
    async fn completes(&mut self, who: usize, begun: &str);

    /// The platform tells of the last thing that was done once more.
    async fn repeats(&mut self);

    /// What everybody was told since the last time; waits until that is something.
    async fn told(&mut self) -> Vec<String>;

    /// The record that somebody asks for.
    async fn exported(&mut self, who: usize) -> String;

    /// What was done last, and the newest of what the bot has shown, the newest first: for whoever looks why something went wrong.
    fn lately(&self) -> Vec<String>;
}
