// The chat itself, once it is known who this tab is: what each part of the page hears of the others and of the server.

import { resolvePath, currentPath } from "../base/address.js";
import { Notifications } from "./notifications.js";
import { GamePane } from "../game/game-pane.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { openChannelDialog, openSettings } from "./dialogs.js";
import { byId, createElement, focusComposer } from "../base/elements.js";
import { paintAvatar, resetAvatars } from "../base/avatars.js";
import { GameList } from "../game/game-list.js";
import { ChatLog } from "./chat-log.js";
import { closeInviteOnStart, openInviteLink, acceptInviteFromPath, showInviteLink } from "./invites.js";
import { MoveList } from "../game/move-list.js";
import { createEventId, openSession } from "../base/requests.js";
import { ChannelPrompt, openMembers, channelTitle } from "./rooms.js";
import { closeSidebar, showChannels, showPeople } from "./sidebar.js";
import { loadLastLevel, openGameForm } from "../game/game-form.js";
import { commandText, currentLanguage, refusalText, loadLanguage, translate } from "../base/translations.js";

const LOBBY = "lobby";
const NOTE_MS = 6000;
const LONG_NOTE_MS = 15_000;

export class Chat {
  #session;
  #person;
  #channel = LOBBY;
  #channels = [];
  #rooms = [];
  #prompt = new ChannelPrompt((name) => this.#openChannel(name));
  #people = [];
  #unread = 0;
  #noteTimer = null;
  #noteChannel = null;
  #log;
  #composer;
  #pane;
  #moveList;
  #gameList;
  #notifications;
  #connection;
  #writable = true;
  /** A channel whose address led here: there may be one after all, for somebody who is let in. */
  #missingChannel = null;

  constructor(session, person) {
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
    this.#pane = new GamePane((component, value) => this.#sendAction(component, value), person.seat);
    this.#moveList = new MoveList(this.#pane.moves, person.seat, (position) => this.#pane.showPosition(position));
    this.#pane.onBoard((board) => this.#moveList.follow(board));
    this.#notifications = new Notifications(person.seat);
    this.#gameList = new GameList((channel) => this.#openChannel(channel), (game) => this.#notifyTurn(game), (channel) => this.#channelTitle(channel));
    this.#connection = new Connection(
      person.seat,
      (message) => this.#receive(message),
      (state) => this.#showState(state),
      (reason) => this.#handleRejection(reason),
    );
    byId("open-settings").addEventListener("click", () => this.#openSettings());
    byId("new-channel").addEventListener("click", () => {
      closeSidebar();
      openChannelDialog(person.seat, (name) => this.#openChannel(name));
    });
    for (const id of ["start-here", "start-aside"]) byId(id).addEventListener("click", () => this.#openGameForm());
    byId("open-members").addEventListener("click", () => openMembers(person.seat, this.#channel, () => this.#openChannel(LOBBY)));
    byId("log").addEventListener("click", (event) => this.#followLink(event));
    addEventListener("popstate", () => this.#enterChannel(channelFromPath()));
    document.addEventListener("visibilitychange", () => document.hidden || this.#clearUnread());
    this.#enterChannel(channelFromPath());
    this.#missingChannel = new URLSearchParams(location.search).get("gone");
    acceptInviteFromPath(person.seat, (name) => this.#openChannel(name), () => this.#openGameForm());
  }

  #openChannel(name) {
    closeSidebar();
    if (name !== this.#channel) history.pushState(null, "", resolvePath(`/c/${name}`));
    this.#enterChannel(name);
    focusComposer();
  }

  #enterChannel(name) {
    if (name !== this.#channel) this.#pane.show(null);
    this.#channel = name;
    if (this.#noteChannel === name) byId("note").hidden = true;
    resetAvatars();
    this.#gameList.show(name);
    this.#showOwnName();
    this.#composer.updatePlaceholder();
    this.#showPeople([], 0);
    this.#showChannels();
    this.#clearUnread();
    this.#connection.watch(name);
  }

  #sendText(text) {
    const id = createEventId();
    if (!this.#connection.send({ type: "say", id, channel: this.#channel, text })) return false;
    this.#log.addPending(id, text, { name: this.#person.name, you: true });
    return true;
  }

  #sendPress(message, component, value) {
    const id = createEventId();
    return this.#connection.send({ type: "press", id, channel: this.#channel, message, component, value }) ? id : null;
  }

  /** Like a press, but on the board, which is no message. */
  #sendAction(component, value) {
    const id = createEventId();
    return this.#connection.send({ type: "act", id, channel: this.#channel, component, value }) ? id : null;
  }

  #receive(message) {
    const hear = {
      entries: () => message.channel === this.#channel && this.#receiveEntries(message),
      board: () => message.channel === this.#channel && this.#receiveBoard(message.board),
      done: () => this.#finishEvent(message),
      refused: () => this.#refuseEvent(message),
      postponed: () => this.#writable && this.#showNote(translate("postponed")),
      suggestions: () => this.#composer.showSuggestions(message.number, message.suggestions),
      people: () => message.channel === this.#channel && this.#showPeople(message.people, message.more),
      people_changed: () => message.channel === this.#channel && this.#updatePeople(message),
      games: () => this.#receiveGames(message.games),
      called: () => this.#notifyCall(message),
      channels: () => this.#receiveChannels(message),
      greet: () => message.channel === this.#channel && !this.#log.hasGreeting && this.#showGreeting(message.playing),
      person: () => this.#updatePerson(message.person),
      storage: () => this.#showStorage(message.writable),
    };
    hear[message.type]?.();
  }

  /** The board comes after the messages that led to it, and knows what is still to be answered. */
  #receiveBoard(board) {
    this.#pane.show(board);
    if (board !== null && !board.offer) this.#log.retireSeries(`offer:${board.game}`);
  }

  #receiveEntries({ place, entries, before }) {
    if (place === "older") return this.#log.prepend(entries, before);
    if (place === "new") {
      this.#log.add(entries);
      if (document.hidden) this.#countUnread(entries);
      return undefined;
    }
    this.#log.reset(entries, before);
    // The first board of a game against the computer is on its way.
    if (this.#log.isEmpty && !this.#rooms.some(({ name, solo }) => solo && name === this.#channel)) this.#showGreeting();
    for (const event of this.#connection.unsent) {
      if (event.type === "say" && event.channel === this.#channel) this.#log.addPending(event.id, event.text, { name: this.#person.name, you: true });
    }
    return undefined;
  }

  /** Shows the list of people; this tab's own person is in it although the list may be too long to name them. */
  #showPeople(people, more) {
    this.#people = people;
    const listed = people.some(({ you }) => you);
    const shown = listed ? people : [{ name: this.#person.name, you: true }, ...people];
    showPeople(shown, listed || more === 0 ? more : more - 1, (name) => this.#challenge(name));
  }

  /** Who went leaves the list, then each newcomer takes their place in it. */
  #updatePeople({ went, came, more }) {
    const people = this.#people.filter(({ name }) => !went.includes(name));
    for (const { at, name, you } of came) people.splice(at, 0, { name, you });
    this.#showPeople(people, more);
  }

  #receiveChannels({ names, rooms = [], gone = null }) {
    this.#channels = names;
    this.#rooms = rooms;
    this.#showChannels();
    this.#gameList.show(this.#channel);
    this.#prompt.update(rooms, this.#channel);
    const sought = this.#missingChannel;
    this.#missingChannel = null;
    if (sought !== null) {
      if (names.includes(sought)) this.#openChannel(sought);
      else this.#reportMissingChannel(sought);
    }
    if (gone !== this.#channel) return;
    this.#openChannel(LOBBY);
    this.#reportMissingChannel(gone);
  }

  /** Opens the form that begins a game, with this opponent if one was chosen. */
  async #openGameForm(opponent) {
    closeSidebar();
    const people = this.#people.filter(({ you }) => !you).map(({ name }) => name);
    const begun = (channel, link) => {
      if (channel !== this.#channel) this.#openChannel(channel);
      if (link !== null) showInviteLink(link);
    };
    const where = { seat: this.#person.seat, channel: this.#channel, people, begun };
    await openGameForm(where, opponent).catch((refused) => this.#showNote(refusalText(refused.reason ?? "internal")));
  }

  /** What stands in a message and leads somewhere: to a room, to the link to one's own challenge. */
  #followLink(event) {
    const way = event.target.closest("[data-room], [data-invite]");
    if (way === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (way.dataset.room === undefined) openInviteLink(this.#person.seat, this.#channel, (text) => this.#showNote(text));
    else this.#openChannel(way.dataset.room);
  }

  /** Says that there is no such channel, and lets the address say where the page is instead. */
  #reportMissingChannel(channel) {
    history.replaceState(null, "", resolvePath("/"));
    this.#showNote(translate("channel-gone", { channel }), LONG_NOTE_MS);
  }

  /** The server may have other data than before and not know this browser any more: then begin anew. */
  async #handleRejection(reason) {
    if (reason) this.#showNote(refusalText(reason));
    const session = await openSession().catch(() => null);
    if (session !== null && !session.persons.some((person) => person.seat === this.#person.seat)) location.reload();
  }

  /** An event was dealt with: what is asked about it is asked at the board, and a game that began by it is where its player goes. */
  #finishEvent({ id, room, question }) {
    this.#log.confirm(id);
    this.#pane.finishEvent(id);
    if (question !== undefined) this.#pane.askQuestion(question);
    if (room !== undefined) this.#openChannel(room);
  }

  #refuseEvent({ id, reason, text }) {
    this.#log.removePending(id);
    this.#pane.finishEvent(id);
    if (text) this.#composer.restoreText(text);
    this.#showNote(refusalText(reason));
  }

  /** Says something in passing; what leads to a channel is over once the page is there. */
  #showNote(text, time = NOTE_MS, channel = null) {
    const note = byId("note");
    this.#noteChannel = channel;
    note.textContent = text;
    note.hidden = false;
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (note.hidden = true), time);
  }

  #challenge(name) {
    this.#openGameForm(name);
  }

  /** Says to somebody who is new here what they can do; `playing` if others play here. */
  #showGreeting(playing = false) {
    const offer = (label, act, kind = "") => createElement("button", { type: "button", class: `button secondary ${kind}`, onclick: act }, translate(label));
    const used = !this.#log.isEmpty;
    const lines = [used && playing && "greet-playing", "start-play", "start-setup", "start-move", used ? "greet-people" : "start-alone"];
    const commands = { play: commandText("play"), setup: commandText("setup") };
    this.#log.addGreeting(createElement(
      "section",
      { class: "greeting", "aria-labelledby": "greeting-title" },
      createElement("h2", { id: "greeting-title" }, translate("start-heading", { name: this.#person.name })),
      createElement("ul", {}, ...lines.filter(Boolean).map((line) => createElement("li", {}, translate(line, commands)))),
      createElement(
        "div",
        { class: "row" },
        createElement("button", { type: "button", class: "button primary", onclick: () => this.#openGameForm() }, translate("start-play-button")),
        offer("start-computer-button", () => this.#playComputer(), "computer"),
        used && playing && offer("greet-follow", () => this.#sendText(commandText("follow"))),
        offer("start-help-button", () => this.#composer.setText(commandText("help"))),
      ),
    ));
    if (used) this.#log.scrollToEnd();
  }

  /** A game of chess against the computer, as strong as it was chosen last. */
  #playComputer() {
    const level = loadLastLevel(this.#person.seat);
    this.#sendText(`${commandText("play")} computer chess${level === null ? "" : ` level:${level}`}`);
  }

  async #openSettings() {
    const session = await openSession().catch(() => this.#session);
    openSettings(session, this.#person, (person) => this.#updatePerson(person));
  }

  async #updatePerson(person) {
    const { language, theme, name } = this.#person;
    this.#person = { ...this.#person, ...person };
    if (person.language !== currentLanguage()) await loadLanguage(person.language);
    this.#showOwnName();
    this.#showStorage(this.#writable);
    if (person.language !== language || person.theme !== theme || person.name !== name) this.#enterChannel(this.#channel);
  }

  #showOwnName() {
    byId("my-name").textContent = this.#person.name;
    paintAvatar(byId("my-avatar"), this.#person.name);
  }

  #showChannels() {
    showChannels(this.#channels, this.#rooms, this.#channel, (name) => this.#openChannel(name));
    const room = this.#rooms.find(({ name }) => name === this.#channel);
    byId("channel-name").textContent = channelTitle(this.#channel, this.#rooms).replace(/^#/, "");
    byId("channel-hash").hidden = room !== undefined;
    byId("open-members").hidden = room?.private !== true;
    this.#updateTitle();
  }

  /** Says that nothing can be kept now, for as long as that is so. */
  #showStorage(writable) {
    this.#writable = writable;
    byId("read-only").textContent = writable ? "" : translate("read-only");
  }

  #showState(state) {
    // A new connection says anew how it is.
    if (state !== "connected") this.#showStorage(true);
    const shown = byId("connection");
    if (shown.dataset.state === state) return;
    shown.dataset.state = state;
    shown.textContent = translate(state);
  }

  #channelTitle(channel) {
    return channelTitle(channel, this.#rooms);
  }

  #receiveGames(games) {
    closeInviteOnStart(games);
    this.#gameList.update(games);
    this.#updateTitle();
  }

  /** It is the reader's turn now in a game in which it was not. */
  #notifyTurn({ game, channel, with: opponent, variant }) {
    this.#notifications.notify(translate("alert-your-turn", { name: opponent }), `${variant} · ${this.#channelTitle(channel)}`, game, () => this.#openChannel(channel));
    if (channel !== this.#channel) this.#showNote(translate("alert-your-turn-in", { name: opponent, channel: this.#channelTitle(channel) }), LONG_NOTE_MS, channel);
  }

  /** Somebody calls the reader in a channel the page does not show. */
  #notifyCall({ channel, text, rows = [] }) {
    if (channel === this.#channel) return;
    this.#notifications.notify(this.#channelTitle(channel), text, `called-${channel}`, () => this.#openChannel(channel));
    if (rows.length > 0) {
      this.#prompt.showChallenge(channel, `${this.#channelTitle(channel)}: ${text}`, rows, (component) => this.#answerChallenge(channel, component));
      return;
    }
    this.#showNote(translate("called-in", { channel: this.#channelTitle(channel), name: text }), LONG_NOTE_MS, channel);
  }

  /** Answers a challenge in another channel; whoever takes it up goes where it is. */
  #answerChallenge(channel, component) {
    const id = createEventId();
    if (!this.#connection.send({ type: "act", id, channel, component, value: null })) return;
    if (component.startsWith("accept")) this.#openChannel(channel);
  }

  #countUnread(entries) {
    this.#unread += entries.filter((entry) => !entry.by?.you).length;
    this.#updateTitle();
  }

  #clearUnread() {
    this.#unread = 0;
    this.#updateTitle();
  }

  #updateTitle() {
    const { turnCount: turns } = this.#gameList;
    const turn = turns > 0 ? `${translate("title-turns", { count: turns })} · ` : "";
    document.title = `${this.#unread > 0 ? `(${this.#unread}) ` : ""}${turn}${channelTitle(this.#channel, this.#rooms)} · adoube`;
  }
}

function channelFromPath() {
  return /^\/c\/([a-z0-9-]{1,32})$/.exec(currentPath())?.[1] ?? LOBBY;
}

