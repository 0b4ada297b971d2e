//! The table of commands. A row here is all that parsing, help, autocomplete and the documentation need to know;
//! names and sentences in every language hang on its keys in `assets/locales/*/commands.ftl`.

/// Every command there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// Challenge.
    Play,
    /// Set Grand Chess up.
    Setup,
    /// Pick an extra piece.
    Pick,
    /// Accept a challenge.
    Accept,
    /// Decline a challenge.
    Decline,
    /// Withdraw one's own challenge.
    Withdraw,
    /// Play a move.
    Move,
    /// Show the board.
    Board,
    /// List legal moves.
    Moves,
    /// Touch pieces in a touch-move game.
    Touch,
    /// Release what the opponent touched.
    Release,
    /// Show one's own cards.
    Hand,
    /// Drop a card.
    Drop,
    /// End a turn without a drop.
    Pass,
    /// Resign.
    Resign,
    /// Draw offers.
    Draw,
    /// Claim a draw.
    Claim,
    /// Takeback offers.
    Takeback,
    /// Abort.
    Abort,
    /// List games.
    Games,
    /// Show a game.
    Game,
    /// Export a record.
    Export,
    /// Show a game move by move.
    Replay,
    /// Check the cards of a game.
    Verify,
    /// Explain a piece.
    Piece,
    /// Show the pieces of the game.
    Pieces,
    /// Follow the game of others.
    Follow,
    /// Follow it no more.
    Unfollow,
    /// Explain a game.
    Rules,
    /// Help.
    Help,
}

/// Under which heading help lists a command: by what people want to do. The locale key is `help-group-<key>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpGroup {
    /// All that a first game takes.
    Begin,
    /// While a game runs.
    During,
    /// Games of others, and what is left of a game.
    Watch,
    /// Before a game.
    SetUp,
    /// How everything goes.
    Pieces,
    /// Schachen alone.
    Cards,
    /// Touch-move alone.
    Touch,
}

impl HelpGroup {
    /// Every group, in the order in which help lists them.
    pub const ALL: [HelpGroup; 7] = [
        HelpGroup::Begin,
        HelpGroup::During,
        HelpGroup::Watch,
        HelpGroup::SetUp,
        HelpGroup::Pieces,
        HelpGroup::Cards,
        HelpGroup::Touch,
    ];

    /// The group's key.
    pub fn key(self) -> &'static str {
        match self {
            HelpGroup::Begin => "begin",
            HelpGroup::During => "during",
            HelpGroup::Watch => "watch",
            HelpGroup::SetUp => "set-up",
            HelpGroup::Pieces => "pieces",
            HelpGroup::Cards => "cards",
            HelpGroup::Touch => "touch",
        }
    }
}

/// One row of the table.
#[derive(Debug)]
pub struct Spec {
    /// Which command.
    pub verb: Verb,
    /// Where help lists it.
    pub group: HelpGroup,
    /// Its key and English name; the locale key is `command-<name>`.
    pub name: &'static str,
    /// What may follow, in the order in which it is usually said.
    pub options: &'static [OptionSpec],
}

/// One option of a command.
#[derive(Debug)]
pub struct OptionSpec {
    /// The locale key is `option-<name>`.
    pub name: &'static str,
    /// What may stand there.
    pub kind: OptionKind,
}

impl OptionSpec {
    /// The words one of which may stand there, if only those may.
    pub fn closed_set(&self) -> Option<Choice> {
        match self.kind {
            OptionKind::Choice(choice) | OptionKind::Switch(choice) => Some(choice),
            _ => None,
        }
    }
}

/// What may stand in the place of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of a few words.
    Choice(Choice),
    /// One of two words, the first of which can also be said as `option:on`, the second as `option:off`.
    Switch(Choice),
    /// A number.
    Number,
    /// A number that counts only after the option's name.
    NamedNumber,
    /// Somebody's name.
    Person,
    /// One of a few words, or else somebody's name.
    OwnerOrPerson,
    /// A move in any notation: the rest of the line.
    Move,
    /// A square or a piece: the rest of the line.
    Focus,
    /// A card and a square: the rest of the line.
    Drop,
    /// Squares of pieces: the rest of the line.
    Squares,
    /// Squares of touched pieces: the rest of the line.
    TouchedSquares,
    /// The name of a piece, or its square: the rest of the line.
    PieceName,
    /// The name of a piece that may be picked: the rest of the line.
    OpenPiece,
    /// The name of a command, a term of the glossary, or one of a few words: the rest of the line.
    HelpTopic,
    /// A game's id.
    GameId,
}

/// The closed sets of words. The locale key of a word is `choice-<set>-<word>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Which game.
    Variant,
    /// Which side.
    Colour,
    /// How Pawns promote in Grand Chess.
    Promotion,
    /// How to show a board.
    View,
    /// What to do about an offer.
    Answer,
    /// Whose games.
    Owner,
    /// Which form of record.
    Format,
    /// How a starting position of Grand Chess comes about.
    Array,
    /// Whether types may stand in it more than once.
    Duplicates,
    /// Where Black's pieces stand in it.
    Rotate,
    /// Where the Kings of Schachen stand.
    Kings,
    /// Whether touched pieces bind.
    TouchMove,
    /// What to do with a set-up panel.
    Step,
    /// Whether a switch is on.
    Switch,
    /// Rules that are no game's own.
    Topic,
    /// What help can do instead of explaining a command.
    Test,
}

impl Choice {
    /// The set's key.
    pub fn key(self) -> &'static str {
        match self {
            Choice::Variant => "variant",
            Choice::Colour => "colour",
            Choice::Promotion => "promotion",
            Choice::View => "view",
            Choice::Answer => "answer",
            Choice::Owner => "owner",
            Choice::Format => "format",
            Choice::Array => "array",
            Choice::Duplicates => "duplicates",
            Choice::Rotate => "rotate",
            Choice::Kings => "kings",
            Choice::TouchMove => "touch-move",
            Choice::Step => "step",
            Choice::Switch => "switch",
            Choice::Topic => "topic",
            Choice::Test => "test",
        }
    }

    /// The keys of its words.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Choice::Variant => &["grand", "chess", "chess960", "schachen"],
            Choice::Colour => &["white", "black", "random"],
            Choice::Promotion => &["captured", "initial", "all"],
            Choice::View => &["flip", "hints", "text"],
            Choice::Answer => &["offer", "accept", "decline"],
            Choice::Owner => &["mine", "here"],
            Choice::Format => &["pgn", "fen", "gif", "json"],
            Choice::Array => &["classic", "classic-random", "classic-chosen", "free-random", "free-chosen"],
            Choice::Duplicates => &["duplicates", "unique"],
            Choice::Rotate => &["rotated", "mirrored"],
            Choice::Kings => &["facing", "rotated"],
            Choice::TouchMove => &["touch-move", "no-touch-move"],
            Choice::Step => &["send", "redraw", "open", "discard"],
            Choice::Switch => &["on", "off"],
            Choice::Topic => &["touch-move"],
            Choice::Test => &["check", "words"],
        }
    }

    /// Every set.
    pub const ALL: [Choice; 16] = [
        Choice::Variant,
        Choice::Colour,
        Choice::Promotion,
        Choice::View,
        Choice::Answer,
        Choice::Owner,
        Choice::Format,
        Choice::Array,
        Choice::Duplicates,
        Choice::Rotate,
        Choice::Kings,
        Choice::TouchMove,
        Choice::Step,
        Choice::Switch,
        Choice::Topic,
        Choice::Test,
    ];
}

const fn option(name: &'static str, kind: OptionKind) -> OptionSpec {
    OptionSpec { name, kind }
}

const fn choice(choice: Choice, name: &'static str) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Choice(choice) }
}

const fn switch(choice: Choice, name: &'static str) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Switch(choice) }
}

const fn row(group: HelpGroup, verb: Verb, name: &'static str, options: &'static [OptionSpec]) -> Spec {
    Spec { verb, group, name, options }
}

/// Every command, in the order in which a menu lists them.
pub static TABLE: &[Spec] = &[
    row(
        HelpGroup::Begin,
        Verb::Play,
        "play",
        &[
            option("opponent", OptionKind::Person),
            choice(Choice::Variant, "variant"),
            choice(Choice::Colour, "colour"),
            choice(Choice::Promotion, "promotion"),
            choice(Choice::Kings, "kings"),
            switch(Choice::TouchMove, "touch-move"),
        ],
    ),
    row(
        HelpGroup::SetUp,
        Verb::Setup,
        "setup",
        &[
            option("opponent", OptionKind::Person),
            choice(Choice::Array, "set-up"),
            option("pieces", OptionKind::Number),
            choice(Choice::Promotion, "promotion"),
            switch(Choice::Duplicates, "duplicates"),
            switch(Choice::Rotate, "rotate"),
            option("lock", OptionKind::NamedNumber),
            switch(Choice::TouchMove, "touch-move"),
            choice(Choice::Colour, "colour"),
            choice(Choice::Step, "action"),
            choice(Choice::Variant, "variant"),
        ],
    ),
    row(HelpGroup::Begin, Verb::Accept, "accept", &[]),
    row(HelpGroup::SetUp, Verb::Decline, "decline", &[]),
    row(HelpGroup::SetUp, Verb::Withdraw, "withdraw", &[]),
    row(HelpGroup::SetUp, Verb::Pick, "pick", &[option("piece", OptionKind::OpenPiece)]),
    row(HelpGroup::Begin, Verb::Move, "move", &[option("move", OptionKind::Move)]),
    row(HelpGroup::Begin, Verb::Board, "board", &[choice(Choice::View, "view")]),
    row(HelpGroup::During, Verb::Moves, "moves", &[option("focus", OptionKind::Focus)]),
    row(HelpGroup::Touch, Verb::Touch, "touch", &[option("squares", OptionKind::Squares)]),
    row(HelpGroup::Touch, Verb::Release, "release", &[option("squares", OptionKind::TouchedSquares)]),
    row(HelpGroup::Cards, Verb::Hand, "hand", &[]),
    row(HelpGroup::Cards, Verb::Drop, "drop", &[option("card", OptionKind::Drop)]),
    row(HelpGroup::Cards, Verb::Pass, "pass", &[]),
    row(HelpGroup::Begin, Verb::Resign, "resign", &[]),
    row(HelpGroup::During, Verb::Draw, "draw", &[choice(Choice::Answer, "answer")]),
    row(HelpGroup::During, Verb::Claim, "claim", &[]),
    row(HelpGroup::During, Verb::Takeback, "takeback", &[choice(Choice::Answer, "answer")]),
    row(HelpGroup::During, Verb::Abort, "abort", &[]),
    row(HelpGroup::Watch, Verb::Games, "games", &[option("owner", OptionKind::OwnerOrPerson)]),
    row(HelpGroup::Watch, Verb::Game, "game", &[option("game", OptionKind::GameId)]),
    row(HelpGroup::Watch, Verb::Replay, "replay", &[option("game", OptionKind::GameId)]),
    row(
        HelpGroup::Watch,
        Verb::Export,
        "export",
        &[choice(Choice::Format, "format"), option("game", OptionKind::GameId)],
    ),
    row(HelpGroup::Cards, Verb::Verify, "verify", &[option("game", OptionKind::GameId)]),
    row(HelpGroup::Pieces, Verb::Piece, "piece", &[option("piece", OptionKind::PieceName)]),
    row(HelpGroup::Pieces, Verb::Pieces, "pieces", &[]),
    row(HelpGroup::Watch, Verb::Follow, "follow", &[]),
    row(HelpGroup::Watch, Verb::Unfollow, "unfollow", &[]),
    row(
        HelpGroup::Pieces,
        Verb::Rules,
        "rules",
        &[choice(Choice::Variant, "variant"), choice(Choice::Topic, "topic")],
    ),
    row(HelpGroup::Begin, Verb::Help, "help", &[option("command", OptionKind::HelpTopic)]),
];

impl Verb {
    /// The row of this command.
    ///
    /// # Panics
    ///
    /// Never: a test checks that every verb has its row.
    pub fn spec(self) -> &'static Spec {
        TABLE.iter().find(|spec| spec.verb == self).unwrap_or(&TABLE[0])
    }
}
