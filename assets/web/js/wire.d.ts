// Types of the JSON between page and server: socket messages, answers to requests, the live board.
// The server's side is in `crates/platform-web` (src/wire/) and `crates/bot`
// (src/features/live_board/data.rs, src/features/live_board/recorded_game.rs, src/text/message.rs).

declare namespace Wire {
  type Side = "white" | "black";
  /** A square's name, such as "e4". */
  type Square = string;
  /** A place in a log. */
  type Cursor = string;
  type EntryId = string;
  /** The page's id of an event: the server acts once for each. */
  type EventId = string;
  /** Milliseconds since 1970. */
  type Millis = number;

  // Messages of the page.

  type Event =
    | { type: "say"; id: EventId; channel: string; text: string }
    | { type: "press"; id: EventId; channel: string; message: EntryId; component: string; value: string | null }
    | { type: "act"; id: EventId; channel: string; component: string; value: string | null };

  type Query =
    | { type: "watch"; channel: string; seen: Cursor | null }
    | { type: "suggest"; channel: string; number: number; line: string }
    | { type: "older"; channel: string; before: Cursor };

  type FromPage = Event | Query;

  // Messages of the server.

  interface Entries {
    type: "entries";
    channel: string;
    place: "start" | "new" | "older";
    entries: Entry[];
    upto?: Cursor;
    before?: Cursor;
  }

  interface Channels {
    type: "channels";
    names: string[];
    rooms?: Room[];
    gone?: string | null;
  }

  interface Call {
    type: "called";
    channel: string;
    text: string;
    rows?: ControlRow[];
  }

  interface PeopleChanged {
    type: "people_changed";
    channel: string;
    went: string[];
    came: Newcomer[];
    more: number;
  }

  interface Done {
    type: "done";
    id: EventId;
    room?: string;
    question?: Question;
  }

  interface Refusal {
    type: "refused";
    id: EventId;
    reason: string;
    text?: string;
  }

  type ToPage =
    | Entries
    | { type: "board"; channel: string; board: Board | null }
    | Done
    | Refusal
    | { type: "postponed"; id: EventId }
    | { type: "suggestions"; number: number; suggestions: Completion[] }
    | { type: "people"; channel: string; people: Speaker[]; more: number }
    | PeopleChanged
    | { type: "games"; games: MyGame[] }
    | Call
    | Channels
    | { type: "greet"; channel: string; playing: boolean }
    | { type: "storage"; writable: boolean }
    | { type: "person"; person: Person };

  interface Speaker {
    name: string;
    you: boolean;
  }

  interface Newcomer extends Speaker {
    at: number;
  }

  interface Completion {
    line: string;
    label: string;
  }

  interface MyGame {
    game: string;
    channel: string;
    with: string;
    variant: string;
    your_turn: boolean;
    deadline?: Millis;
  }

  interface Room {
    name: string;
    parent?: string;
    title?: string;
    players?: string[];
    yours: boolean;
    solo: boolean;
    private: boolean;
    made: boolean;
    over: boolean;
  }

  // Entries of a log.

  interface Entry {
    seq: EntryId;
    before: Cursor;
    at: Millis;
    kind: "said" | "command" | "notice" | "private";
    by?: Speaker;
    text?: string;
    message?: Message;
    event?: EventId;
    replaces?: EntryId;
  }

  interface Message {
    blocks: Block[];
    picture?: Picture;
    animation?: FileLink;
    rows: ControlRow[];
    attachment?: FileLink;
    calls: boolean;
    room?: { name: string; title: string; yours: boolean };
    book?: FileLink;
    invite?: boolean;
    series?: string;
  }

  /** A text, or its parts where there are timestamps in it. */
  type Sentence = string | (string | Timestamp)[];

  interface Timestamp {
    at: Millis;
    words?: string;
  }

  /** Exactly one of the fields is there. */
  interface Block {
    heading?: Sentence;
    text?: Sentence;
    list?: Sentence[];
    channels?: ChannelItem[];
    code?: string;
  }

  interface ChannelItem {
    text: Sentence;
    channel: string | null;
  }

  interface Picture {
    src: string;
    alt: string;
    width: number;
    height: number;
  }

  interface FileLink {
    name: string;
    href: string;
  }

  /** Exactly one of the fields is there. */
  interface ControlRow {
    buttons?: Button[];
    menu?: Menu;
  }

  interface Button {
    id: string;
    label: string;
    style: "primary" | "secondary" | "danger";
  }

  interface Menu {
    id: string;
    label: string;
    options: { value: string; label: string }[];
  }

  interface Question {
    text: string;
    rows: ControlRow[];
  }

  // The live board.

  interface BoardWindow {
    left: number;
    right: number;
    bottom: number;
    top: number;
  }

  interface Piece {
    at: Square;
    type: string;
    side: Side;
    says: string | null;
    holds: string | null;
    held: "locked" | "frozen" | "copies" | null;
  }

  interface PieceType {
    name: string;
    letter: string;
    white?: string;
    black?: string;
  }

  interface Marks {
    last: Square[];
    also: Square[];
    check: Square[];
    checkers: Square[];
    touched: Square[];
  }

  interface Move {
    from: Square;
    to: Square;
    stands: Square;
    also_to: Square[];
    kind: "move" | "capture" | "convert" | "castle";
    takes: Square[];
    says: string;
    value: string | null;
    asks: string | null;
    choices: MoveChoice[];
  }

  interface MoveChoice {
    value: string;
    type: string | null;
    name: string;
  }

  interface LastMove {
    ply: number;
    san: string;
    says: string;
  }

  interface Seat {
    name: string;
    you?: boolean;
    captured: string[];
    cards: { hand: number; stack: number } | null;
  }

  interface Clock {
    side: Side;
    deadline: Millis | null;
    stopped: number | null;
    why: string | null;
    per_move: number;
    reserves: [number, number];
    little: number;
  }

  interface Touch {
    act: string | null;
    bound: Square[];
    promoting: { from: Square; to: Square } | null;
    says: string;
  }

  interface Card {
    type: string;
    name: string;
    count: number;
    drops: Square[];
  }

  interface Hand {
    cards: Card[];
    drop: string | null;
    pass: string | null;
    undo: string | null;
    begun: { from: Square; to: Square; says: string } | null;
  }

  /** What a live board and a position of a recorded game have in common. */
  interface Position {
    window: BoardWindow;
    endless: boolean;
    zones: number[];
    types: Record<string, PieceType>;
    viewpoint: Side;
    look: Record<string, string>;
    pieces: Piece[];
    marks: Marks;
  }

  interface Board extends Position {
    game: string;
    revision: number;
    variant: string;
    variant_name: string;
    hints?: boolean;
    running: boolean;
    seat: Side | null;
    to_move: Side | null;
    your_turn: boolean;
    status: string;
    terms: string;
    result: string | null;
    plies: number;
    last: LastMove | null;
    seats: Record<Side, Seat>;
    moves: Move[];
    act: string | null;
    touch: Touch | null;
    hand: Hand | null;
    offer: Question | null;
    clock: Clock | null;
    plans: Question | null;
    rows: ControlRow[];
  }

  // Answers to requests.

  interface RecordedPly extends LastMove {
    side: Side;
    gone: Square[];
    come: Piece[];
    took: string[];
    marks: Marks;
    window: BoardWindow | null;
  }

  interface RecordedGame extends Omit<Position, "pieces" | "marks"> {
    game: string;
    channel: string;
    variant: string;
    title: string;
    terms: string;
    running: boolean;
    result: string | null;
    ended: string | null;
    seats: Record<Side, Seat>;
    start: Piece[];
    plies: RecordedPly[];
    unseen: string | null;
  }

  interface Person {
    seat: number;
    name: string;
    language: string;
    theme: string;
  }

  interface SeatedPerson extends Person {
    choices: { letters: string; hints: boolean; reminders: string; protection: boolean };
  }

  interface Session {
    seats: number;
    persons: SeatedPerson[];
    languages: Language[];
    themes: string[];
  }

  interface Language {
    tag: string;
    name: string;
  }

  interface Members {
    members: Speaker[];
    made: boolean;
    link?: string;
  }

  interface MembersChange {
    without?: string;
    relink?: boolean;
  }

  interface FormField {
    key: string;
    label: string;
    hint: string;
    kind: "person" | "game" | "choice" | "switch" | "number" | "text";
    words?: FieldWord[];
    default?: string;
    only_with?: string[];
    in_setup: boolean;
  }

  interface FieldWord {
    word: string;
    label: string;
  }

  interface Levels {
    usual: number;
    most: number;
  }

  interface GameForm {
    fields: FormField[];
    levels?: Levels;
  }

  interface GameRequest {
    id: EventId;
    channel: string;
    setup: boolean;
    by_link: boolean;
    computer: number | null;
    values: Record<string, string>;
  }

  interface BookEntry {
    code: string;
    name: string;
    art: string;
    text: string[];
    diagram?: { src: string; alt: string };
    href: string;
  }
}
