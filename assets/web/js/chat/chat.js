// The chat of one tab, once it is known which person it is: creates the parts of the page, hands
// each what the server sends, and sends what the reader does.

import { currentPath, resolvePath } from "../base/address.js";
import { paintAvatar, resetAvatars } from "../base/avatars.js";
import { byId, closestElement, focusComposer, opensElsewhere } from "../base/elements.js";
import { createEventId, errorText, openSession } from "../base/requests.js";
import { commandText, currentLanguage, loadLanguage, refusalText, translate } from "../base/translations.js";
import { loadLastLevel, openGameForm } from "../game/game-form.js";
import { GameList } from "../game/game-list.js";
import { GamePane } from "../game/game-pane.js";
import { MoveList } from "../game/move-list.js";
import { ChannelPrompt } from "./channel-prompt.js";
import { ChatLog } from "./chat-log.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { openChannelDialog, openSettings } from "./dialogs.js";
import { createGreeting } from "./greeting.js";
import { acceptInviteFromPath, closeInviteOnStart, openInviteLink, showInviteLink } from "./invites.js";
import { openMembers } from "./members.js";
import { NoteBar } from "./note-bar.js";
import { Notifications } from "./notifications.js";
import { channelTitle } from "./rooms.js";
import { closeSidebar, showChannels, showPeople } from "./sidebar.js";

/** @import { ConnectionState } from "./connection.js" */

const LOBBY = "lobby";

export class Chat {
  #session;
  #person;
  #channel = LOBBY;
  /** @type {string[]} */
  #channels = [];
  /** @type {Wire.Room[]} */
  #rooms = [];
  /** @type {Wire.Speaker[]} */
  #people = [];
  #unread = 0;
  /** Whether the server can store what is sent. */
  #isWritable = true;
  /**
   * A channel whose address led here and that is not listed yet: there may be one for a person who is let in.
   * @type {string | null}
   */
  #missingChannel = null;
  #note = new NoteBar();
  #prompt = new ChannelPrompt((name) => this.#openChannel(name));
  #log;
  #composer;
  #pane;
  #gameList;
  #notifications;
  #connection;

  /**
   * @param {Wire.Session} session
   * @param {Wire.Person} person
   */
  constructor(session, person) {
    const { seat } = person;
    this.#session = session;
    this.#person = person;
    this.#log = new ChatLog(
      (message, component, value) => this.#sendPress(message, component, value),
      (before) => this.#connection.request({ type: "older", channel: this.#channel, before }),
    );
    this.#composer = new Composer(
      (text) => this.#sendText(text),
      (number, line) => this.#connection.request({ type: "suggest", channel: this.#channel, number, line }),
    );
    this.#pane = new GamePane((component, value) => this.#sendAction(component, value), seat);
    const moveList = new MoveList(byId("game-moves"), seat, (position) => this.#pane.showPosition(position));
    this.#pane.onBoard((board) => moveList.follow(board));
    this.#notifications = new Notifications(seat);
    this.#gameList = new GameList((channel) => this.#openChannel(channel), (game) => this.#notifyTurn(game), (channel) => this.#channelTitle(channel));
    this.#connection = new Connection(
      seat,
      (message) => this.#receive(message),
      (state) => this.#showState(state),
      (reason) => this.#handleRejection(reason),
    );
    byId("open-settings").addEventListener("click", () => this.#openSettings());
    byId("new-channel").addEventListener("click", () => {
      closeSidebar();
      openChannelDialog(seat, (name) => this.#openChannel(name));
    });
    for (const button of [byId("start-here"), byId("start-aside")]) button.addEventListener("click", () => this.#openGameForm());
    byId("open-members").addEventListener("click", () => openMembers(seat, this.#channel, () => this.#openChannel(LOBBY)));
    byId("log").addEventListener("click", (event) => this.#followLink(event));
    addEventListener("popstate", () => this.#enterChannel(channelFromPath()));
    document.addEventListener("visibilitychange", () => document.hidden || this.#clearUnread());
    this.#enterChannel(channelFromPath());
    this.#missingChannel = new URLSearchParams(location.search).get("gone");
    acceptInviteFromPath(seat, (name) => this.#openChannel(name), () => this.#openGameForm());
  }

  // Channels.

  /** @param {string} name */
  #openChannel(name) {
    closeSidebar();
    if (name !== this.#channel) history.pushState(null, "", resolvePath(`/c/${name}`));
    this.#enterChannel(name);
    focusComposer();
  }

  /** @param {string} name */
  #enterChannel(name) {
    if (name !== this.#channel) this.#pane.show(null);
    this.#channel = name;
    this.#note.enterChannel(name);
    resetAvatars();
    this.#gameList.show(name);
    this.#showOwnName();
    this.#composer.updatePlaceholder();
    this.#showPeople([], 0);
    this.#showChannels();
    this.#clearUnread();
    this.#connection.watch(name);
  }

  #showChannels() {
    showChannels(this.#channels, this.#rooms, this.#channel, (name) => this.#openChannel(name));
    const room = this.#rooms.find(({ name }) => name === this.#channel);
    byId("channel-name").textContent = this.#channelTitle(this.#channel).replace(/^#/, "");
    byId("channel-hash").hidden = room !== undefined;
    byId("open-members").hidden = room?.private !== true;
    this.#updateTitle();
  }

  /** @param {string} channel */
  #channelTitle(channel) {
    return channelTitle(channel, this.#rooms);
  }

  /**
   * Says that there is no such channel, and lets the address say where the page is instead.
   * @param {string} channel
   */
  #reportMissingChannel(channel) {
    history.replaceState(null, "", resolvePath("/"));
    this.#note.showLong(translate("channel-gone", { channel }));
  }

  /**
   * Follows what stands in a message and leads somewhere: to a room, to the link to one's own challenge.
   * @param {MouseEvent} event
   */
  #followLink(event) {
    const link = closestElement(event, "[data-room], [data-invite]");
    if (link === null || opensElsewhere(event)) return;
    event.preventDefault();
    if (link.dataset.room === undefined) openInviteLink(this.#person.seat, this.#channel, (text) => this.#note.show(text));
    else this.#openChannel(link.dataset.room);
  }

  // What the reader does.

  /** @param {string} text */
  #sendText(text) {
    const id = createEventId();
    if (!this.#connection.send({ type: "say", id, channel: this.#channel, text })) return false;
    this.#log.addPending(id, text, { name: this.#person.name, you: true });
    return true;
  }

  /**
   * @param {Wire.EntryId} message
   * @param {string} component
   * @param {string | null} value
   */
  #sendPress(message, component, value) {
    const id = createEventId();
    return this.#connection.send({ type: "press", id, channel: this.#channel, message, component, value }) ? id : null;
  }

  /**
   * Like a press, but on the board, which is no message.
   * @param {string} component
   * @param {string | null} value
   */
  #sendAction(component, value) {
    const id = createEventId();
    return this.#connection.send({ type: "act", id, channel: this.#channel, component, value }) ? id : null;
  }

  /**
   * Answers a challenge in another channel; a reader who accepts it goes where it is.
   * @param {string} channel
   * @param {string} component
   */
  #answerChallenge(channel, component) {
    const id = createEventId();
    if (!this.#connection.send({ type: "act", id, channel, component, value: null })) return;
    if (component.startsWith("accept")) this.#openChannel(channel);
  }

  /** A game of chess against the computer, as strong as it was chosen last. */
  #playComputer() {
    const level = loadLastLevel(this.#person.seat);
    this.#sendText(`${commandText("play")} computer chess${level === null ? "" : ` level:${level}`}`);
  }

  /**
   * Opens the form that begins a game.
   * @param {string} [opponent] the one that was chosen
   */
  async #openGameForm(opponent) {
    closeSidebar();
    const people = this.#people.filter(({ you }) => !you).map(({ name }) => name);
    const onStart = (/** @type {string} */ channel, /** @type {string | null} */ link) => {
      if (channel !== this.#channel) this.#openChannel(channel);
      if (link !== null) showInviteLink(link);
    };
    const context = { seat: this.#person.seat, channel: this.#channel, people, onStart };
    await openGameForm(context, opponent).catch((error) => this.#note.show(errorText(error)));
  }

  async #openSettings() {
    const session = await openSession().catch(() => this.#session);
    openSettings(session, this.#person, (person) => this.#updatePerson(person));
  }

  // What the server sends.

  /** @param {Wire.ToPage} message */
  #receive(message) {
    // What is about another channel than the one that is shown is late.
    if ("channel" in message && message.type !== "called" && message.channel !== this.#channel) return;
    switch (message.type) {
      case "entries": return this.#receiveEntries(message);
      case "board": return this.#receiveBoard(message.board);
      case "done": return this.#finishEvent(message);
      case "refused": return this.#refuseEvent(message);
      case "postponed": return this.#isWritable ? this.#note.show(translate("postponed")) : undefined;
      case "suggestions": return this.#composer.showSuggestions(message.number, message.suggestions);
      case "people": return this.#showPeople(message.people, message.more);
      case "people_changed": return this.#updatePeople(message);
      case "games": return this.#receiveGames(message.games);
      case "called": return this.#notifyCall(message);
      case "channels": return this.#receiveChannels(message);
      case "greet": return this.#log.hasGreeting ? undefined : this.#showGreeting(message.playing);
      case "person": return void this.#updatePerson(message.person);
      case "storage": return this.#showStorage(message.writable);
      default: return undefined;
    }
  }

  /** @param {Wire.Entries} message */
  #receiveEntries({ place, entries, before }) {
    if (place === "older") return this.#log.prepend(entries, before);
    if (place === "new") {
      this.#log.add(entries);
      if (document.hidden) this.#countUnread(entries);
      return undefined;
    }
    this.#log.reset(entries, before);
    // The first board of a game against the computer is on its way.
    if (this.#log.isEmpty && !this.#rooms.some(({ name, solo }) => solo && name === this.#channel)) this.#showGreeting(false);
    for (const event of this.#connection.unsent) {
      if (event.type === "say" && event.channel === this.#channel) this.#log.addPending(event.id, event.text, { name: this.#person.name, you: true });
    }
    return undefined;
  }

  /**
   * The board comes after the messages that led to it, and knows what is still to be answered.
   * @param {Wire.Board | null} board
   */
  #receiveBoard(board) {
    this.#pane.show(board);
    if (board !== null && !board.offer) this.#log.retireSeries(`offer:${board.game}`);
  }

  /**
   * An event was dealt with: what is asked about it is asked at the board, and a game that began by it is where its player goes.
   * @param {Wire.Done} message
   */
  #finishEvent({ id, room, question }) {
    this.#log.confirm(id);
    this.#pane.finishEvent(id);
    if (question !== undefined) this.#pane.askQuestion(question);
    if (room !== undefined) this.#openChannel(room);
  }

  /** @param {Wire.Refusal} message */
  #refuseEvent({ id, reason, text }) {
    this.#log.removePending(id);
    this.#pane.finishEvent(id);
    if (text) this.#composer.restoreText(text);
    this.#note.show(refusalText(reason));
  }

  /**
   * Shows the list of people; this tab's own person is in it although the list may be too long to name them.
   * @param {Wire.Speaker[]} people
   * @param {number} more
   */
  #showPeople(people, more) {
    this.#people = people;
    const isListed = people.some(({ you }) => you);
    const shown = isListed ? people : [{ name: this.#person.name, you: true }, ...people];
    showPeople(shown, isListed || more === 0 ? more : more - 1, (name) => this.#openGameForm(name));
  }

  /**
   * People who went leave the list, then each newcomer takes their place in it.
   * @param {Wire.PeopleChanged} message
   */
  #updatePeople({ went, came, more }) {
    const people = this.#people.filter(({ name }) => !went.includes(name));
    for (const { at, name, you } of came) people.splice(at, 0, { name, you });
    this.#showPeople(people, more);
  }

  /** @param {Wire.Channels} message */
  #receiveChannels({ names, rooms = [], gone = null }) {
    this.#channels = names;
    this.#rooms = rooms;
    this.#showChannels();
    this.#gameList.show(this.#channel);
    this.#prompt.update(rooms, this.#channel);
    const missing = this.#missingChannel;
    this.#missingChannel = null;
    if (missing !== null) {
      if (names.includes(missing)) this.#openChannel(missing);
      else this.#reportMissingChannel(missing);
    }
    if (gone !== this.#channel) return;
    this.#openChannel(LOBBY);
    this.#reportMissingChannel(gone);
  }

  /** @param {Wire.MyGame[]} games */
  #receiveGames(games) {
    closeInviteOnStart(games);
    this.#gameList.update(games);
    this.#updateTitle();
  }

  /**
   * It is the reader's turn now in a game in which it was not.
   * @param {Wire.MyGame} game
   */
  #notifyTurn({ game, channel, with: opponent, variant }) {
    const title = this.#channelTitle(channel);
    this.#notifications.notify(translate("alert-your-turn", { name: opponent }), `${variant} · ${title}`, game, () => this.#openChannel(channel));
    if (channel !== this.#channel) this.#note.showLong(translate("alert-your-turn-in", { name: opponent, channel: title }), channel);
  }

  /**
   * A person calls the reader in a channel the page does not show.
   * @param {Wire.Call} message
   */
  #notifyCall({ channel, text, rows = [] }) {
    if (channel === this.#channel) return;
    const title = this.#channelTitle(channel);
    this.#notifications.notify(title, text, `called-${channel}`, () => this.#openChannel(channel));
    if (rows.length > 0) this.#prompt.showChallenge(channel, `${title}: ${text}`, rows, (component) => this.#answerChallenge(channel, component));
    else this.#note.showLong(translate("called-in", { channel: title, name: text }), channel);
  }

  /**
   * Says to a reader who is new here what they can do.
   * @param {boolean} isPlayed whether others play here
   */
  #showGreeting(isPlayed) {
    const isUsed = !this.#log.isEmpty;
    this.#log.addGreeting(createGreeting(this.#person.name, isUsed, isPlayed, {
      onPlay: () => this.#openGameForm(),
      onPlayComputer: () => this.#playComputer(),
      onFollow: () => this.#sendText(commandText("follow")),
      onHelp: () => this.#composer.setText(commandText("help")),
    }));
    if (isUsed) this.#log.scrollToEnd();
  }

  /** @param {Wire.Person} person */
  async #updatePerson(person) {
    const { language, theme, name } = this.#person;
    this.#person = { ...this.#person, ...person };
    if (person.language !== currentLanguage()) await loadLanguage(person.language);
    this.#showOwnName();
    this.#showStorage(this.#isWritable);
    if (person.language !== language || person.theme !== theme || person.name !== name) this.#enterChannel(this.#channel);
  }

  #showOwnName() {
    byId("my-name").textContent = this.#person.name;
    paintAvatar(byId("my-avatar"), this.#person.name);
  }

  // The connection.

  /**
   * The server may have other data than before and not know this browser any more: then begin anew.
   * @param {string} reason
   */
  async #handleRejection(reason) {
    if (reason) this.#note.show(refusalText(reason));
    const session = await openSession().catch(() => null);
    if (session !== null && !session.persons.some((person) => person.seat === this.#person.seat)) location.reload();
  }

  /** @param {ConnectionState} state */
  #showState(state) {
    // A new connection says anew how it is.
    if (state !== "connected") this.#showStorage(true);
    const shown = byId("connection");
    if (shown.dataset.state === state) return;
    shown.dataset.state = state;
    shown.textContent = translate(state);
  }

  /**
   * Says that nothing can be stored now, for as long as that is so.
   * @param {boolean} isWritable
   */
  #showStorage(isWritable) {
    this.#isWritable = isWritable;
    byId("read-only").textContent = isWritable ? "" : translate("read-only");
  }

  // The title of the tab.

  /** @param {Wire.Entry[]} entries */
  #countUnread(entries) {
    this.#unread += entries.filter((entry) => !entry.by?.you).length;
    this.#updateTitle();
  }

  #clearUnread() {
    this.#unread = 0;
    this.#updateTitle();
  }

  #updateTitle() {
    const { turnCount: count } = this.#gameList;
    const turn = count > 0 ? `${translate("title-turns", { count })} · ` : "";
    document.title = `${this.#unread > 0 ? `(${this.#unread}) ` : ""}${turn}${this.#channelTitle(this.#channel)} · adoube`;
  }
}

function channelFromPath() {
  return /^\/c\/([a-z0-9-]{1,32})$/.exec(currentPath())?.[1] ?? LOBBY;
}
