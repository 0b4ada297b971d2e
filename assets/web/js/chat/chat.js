// The chat itself, once it is known who this tab is: what each part of the page hears of the others and of the server.

import { address, currentPath } from "../base/address.js";
import { Alerts } from "./notifications.js";
import { GamePane } from "../game/game-pane.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { askChannel, openSettings } from "./dialogs.js";
import { byId, element, rest } from "../base/elements.js";
import { avatar, forgetFaces } from "../base/avatars.js";
import { MyGames } from "../game/game-list.js";
import { Log } from "./chat-log.js";
import { closeInviteTo, inviteTo, openInvitation, showInvite } from "./invites.js";
import { Moves } from "../game/move-list.js";
import { freshId, openSession } from "../base/requests.js";
import { Offers, openMembers, titleOf } from "./rooms.js";
import { closeSidebar, showChannels, showPeople } from "./sidebar.js";
import { lastLevel, openStart } from "../game/game-form.js";
import { command, currentLanguage, refusal, speak, word } from "../base/translations.js";

const LOBBY = "lobby";
const NOTE_MS = 6000;
const LONG_NOTE_MS = 15_000;

export class Chat {
  #session;
  #person;
  #channel = LOBBY;
  #channels = [];
  #rooms = [];
  #offers = new Offers((name) => this.#follow(name));
  #people = [];
  #unread = 0;
  #noteTimer = null;
  #noteLeadsTo = null;
  #log;
  #composer;
  #pane;
  #moves;
  #games;
  #alerts;
  #connection;
  #writable = true;
  /** A channel whose address led here: there may be one after all, for somebody who is let in. */
  #sought = null;

  constructor(session, person) {
    this.#session = session;
    this.#person = person;
    this.#log = new Log(
      (message, component, value) => this.#press(message, component, value),
      (before) => this.#connection.ask({ type: "older", channel: this.#channel, before }),
    );
    this.#composer = new Composer(
      (text) => this.#say(text),
      (number, line) => this.#connection.ask({ type: "suggest", channel: this.#channel, number, line }),
    );
    this.#pane = new GamePane((component, value) => this.#act(component, value), person.seat);
    this.#moves = new Moves(this.#pane.moves, person.seat, (position) => this.#pane.lookAt(position));
    this.#pane.onBoard((board) => this.#moves.follow(board));
    this.#alerts = new Alerts(person.seat);
    this.#games = new MyGames((channel) => this.#follow(channel), (game) => this.#turned(game), (channel) => this.#titleOf(channel));
    this.#connection = new Connection(
      person.seat,
      (message) => this.#hear(message),
      (state) => this.#showState(state),
      (reason) => this.#unanswered(reason),
    );
    byId("open-settings").addEventListener("click", () => this.#settings());
    byId("new-channel").addEventListener("click", () => {
      closeSidebar();
      askChannel(person.seat, (name) => this.#follow(name));
    });
    for (const id of ["start-here", "start-aside"]) byId(id).addEventListener("click", () => this.#start());
    byId("open-members").addEventListener("click", () => openMembers(person.seat, this.#channel, () => this.#follow(LOBBY)));
    byId("log").addEventListener("click", (event) => this.#lead(event));
    addEventListener("popstate", () => this.#enter(channelOfPath()));
    document.addEventListener("visibilitychange", () => document.hidden || this.#read());
    this.#enter(channelOfPath());
    this.#sought = new URLSearchParams(location.search).get("gone");
    openInvitation(person.seat, (name) => this.#follow(name), () => this.#start());
  }

  #follow(name) {
    closeSidebar();
    if (name !== this.#channel) history.pushState(null, "", address(`/c/${name}`));
    this.#enter(name);
    rest();
  }

  #enter(name) {
    if (name !== this.#channel) this.#pane.show(null);
    this.#channel = name;
    if (this.#noteLeadsTo === name) byId("note").hidden = true;
    forgetFaces();
    this.#games.show(name);
    this.#showMe();
    this.#composer.describe();
    this.#present([], 0);
    this.#showChannels();
    this.#read();
    this.#connection.follow(name);
  }

  #say(text) {
    const id = freshId();
    if (!this.#connection.send({ type: "say", id, channel: this.#channel, text })) return false;
    this.#log.wait(id, text, { name: this.#person.name, you: true });
    return true;
  }

  #press(message, component, value) {
    const id = freshId();
    return this.#connection.send({ type: "press", id, channel: this.#channel, message, component, value }) ? id : null;
  }

  /** Like a press, but on the board, which is no message. */
  #act(component, value) {
    const id = freshId();
    return this.#connection.send({ type: "act", id, channel: this.#channel, component, value }) ? id : null;
  }

  #hear(message) {
    const hear = {
      entries: () => message.channel === this.#channel && this.#entries(message),
      board: () => message.channel === this.#channel && this.#board(message.board),
      done: () => this.#done(message),
      refused: () => this.#refused(message),
      postponed: () => this.#writable && this.#tell(word("postponed")),
      suggestions: () => this.#composer.suggest(message.number, message.suggestions),
      people: () => message.channel === this.#channel && this.#present(message.people, message.more),
      people_changed: () => message.channel === this.#channel && this.#presentNow(message),
      games: () => this.#myGames(message.games),
      called: () => this.#called(message),
      channels: () => this.#listed(message),
      greet: () => message.channel === this.#channel && !this.#log.isGreeted && this.#greet(message.playing),
      person: () => this.#changed(message.person),
      storage: () => this.#showStorage(message.writable),
    };
    hear[message.type]?.();
  }

  /** The board comes after the messages that led to it, and knows what is still to be answered. */
  #board(board) {
    this.#pane.show(board);
    if (board !== null && !board.offer) this.#log.settle(`offer:${board.game}`);
  }

  #entries({ place, entries, before }) {
    if (place === "older") return this.#log.prepend(entries, before);
    if (place === "new") {
      this.#log.add(entries);
      if (document.hidden) this.#count(entries);
      return undefined;
    }
    this.#log.start(entries, before);
    // The first board of a game against the computer is on its way.
    if (this.#log.isEmpty && !this.#rooms.some(({ name, solo }) => solo && name === this.#channel)) this.#greet();
    for (const event of this.#connection.unsent) {
      if (event.type === "say" && event.channel === this.#channel) this.#log.wait(event.id, event.text, { name: this.#person.name, you: true });
    }
    return undefined;
  }

  /** Shows the list of people; this tab's own person is in it although the list may be too long to name them. */
  #present(people, more) {
    this.#people = people;
    const listed = people.some(({ you }) => you);
    const shown = listed ? people : [{ name: this.#person.name, you: true }, ...people];
    showPeople(shown, listed || more === 0 ? more : more - 1, (name) => this.#challenge(name));
  }

  /** Who went leaves the list, then each newcomer takes their place in it. */
  #presentNow({ went, came, more }) {
    const people = this.#people.filter(({ name }) => !went.includes(name));
    for (const { at, name, you } of came) people.splice(at, 0, { name, you });
    this.#present(people, more);
  }

  #listed({ names, rooms = [], gone = null }) {
    this.#channels = names;
    this.#rooms = rooms;
    this.#showChannels();
    this.#games.show(this.#channel);
    this.#offers.note(rooms, this.#channel);
    const sought = this.#sought;
    this.#sought = null;
    if (sought !== null) {
      if (names.includes(sought)) this.#follow(sought);
      else this.#mourn(sought);
    }
    if (gone !== this.#channel) return;
    this.#follow(LOBBY);
    this.#mourn(gone);
  }

  /** Opens the form that begins a game, with this opponent if one was chosen. */
  async #start(opponent) {
    closeSidebar();
    const people = this.#people.filter(({ you }) => !you).map(({ name }) => name);
    const begun = (channel, link) => {
      if (channel !== this.#channel) this.#follow(channel);
      if (link !== null) showInvite(link);
    };
    const where = { seat: this.#person.seat, channel: this.#channel, people, begun };
    await openStart(where, opponent).catch((refused) => this.#tell(refusal(refused.reason ?? "internal")));
  }

  /** What stands in a message and leads somewhere: to a room, to the link to one's own challenge. */
  #lead(event) {
    const way = event.target.closest("[data-room], [data-invite]");
    if (way === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (way.dataset.room === undefined) inviteTo(this.#person.seat, this.#channel, (text) => this.#tell(text));
    else this.#follow(way.dataset.room);
  }

  /** Says that there is no such channel, and lets the address say where the page is instead. */
  #mourn(channel) {
    history.replaceState(null, "", address("/"));
    this.#tell(word("channel-gone", { channel }), LONG_NOTE_MS);
  }

  /** The server may have other data than before and not know this browser any more: then begin anew. */
  async #unanswered(reason) {
    if (reason) this.#tell(refusal(reason));
    const session = await openSession().catch(() => null);
    if (session !== null && !session.persons.some((person) => person.seat === this.#person.seat)) location.reload();
  }

  /** An event was dealt with: what is asked about it is asked at the board, and a game that began by it is where its player goes. */
  #done({ id, room, question }) {
    this.#log.done(id);
    this.#pane.settled(id);
    if (question !== undefined) this.#pane.ask(question);
    if (room !== undefined) this.#follow(room);
  }

  #refused({ id, reason, text }) {
    this.#log.refused(id);
    this.#pane.settled(id);
    if (text) this.#composer.giveBack(text);
    this.#tell(refusal(reason));
  }

  /** Says something in passing; what leads to a channel is over once the page is there. */
  #tell(text, time = NOTE_MS, channel = null) {
    const note = byId("note");
    this.#noteLeadsTo = channel;
    note.textContent = text;
    note.hidden = false;
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (note.hidden = true), time);
  }

  #challenge(name) {
    this.#start(name);
  }

  /** Says to somebody who is new here what they can do; `playing` if others play here. */
  #greet(playing = false) {
    const offer = (label, act, kind = "") => element("button", { type: "button", class: `button secondary ${kind}`, onclick: act }, word(label));
    const used = !this.#log.isEmpty;
    const lines = [used && playing && "greet-playing", "start-play", "start-setup", "start-move", used ? "greet-people" : "start-alone"];
    const commands = { play: command("play"), setup: command("setup") };
    this.#log.greet(element(
      "section",
      { class: "greeting", "aria-labelledby": "greeting-title" },
      element("h2", { id: "greeting-title" }, word("start-heading", { name: this.#person.name })),
      element("ul", {}, ...lines.filter(Boolean).map((line) => element("li", {}, word(line, commands)))),
      element(
        "div",
        { class: "row" },
        element("button", { type: "button", class: "button primary", onclick: () => this.#start() }, word("start-play-button")),
        offer("start-computer-button", () => this.#playComputer(), "computer"),
        used && playing && offer("greet-follow", () => this.#say(command("follow"))),
        offer("start-help-button", () => this.#composer.write(command("help"))),
      ),
    ));
    if (used) this.#log.toEnd();
  }

  /** A game of chess against the computer, as strong as it was chosen last. */
  #playComputer() {
    const level = lastLevel(this.#person.seat);
    this.#say(`${command("play")} computer chess${level === null ? "" : ` level:${level}`}`);
  }

  async #settings() {
    const session = await openSession().catch(() => this.#session);
    openSettings(session, this.#person, (person) => this.#changed(person));
  }

  async #changed(person) {
    const { language, theme, name } = this.#person;
    this.#person = { ...this.#person, ...person };
    if (person.language !== currentLanguage()) await speak(person.language);
    this.#showMe();
    this.#showStorage(this.#writable);
    if (person.language !== language || person.theme !== theme || person.name !== name) this.#enter(this.#channel);
  }

  #showMe() {
    byId("my-name").textContent = this.#person.name;
    avatar(byId("my-avatar"), this.#person.name);
  }

  #showChannels() {
    showChannels(this.#channels, this.#rooms, this.#channel, (name) => this.#follow(name));
    const room = this.#rooms.find(({ name }) => name === this.#channel);
    byId("channel-name").textContent = titleOf(this.#channel, this.#rooms).replace(/^#/, "");
    byId("channel-hash").hidden = room !== undefined;
    byId("open-members").hidden = room?.private !== true;
    this.#title();
  }

  /** Says that nothing can be kept now, for as long as that is so. */
  #showStorage(writable) {
    this.#writable = writable;
    byId("read-only").textContent = writable ? "" : word("read-only");
  }

  #showState(state) {
    // A new connection says anew how it is.
    if (state !== "connected") this.#showStorage(true);
    const shown = byId("connection");
    if (shown.dataset.state === state) return;
    shown.dataset.state = state;
    shown.textContent = word(state);
  }

  #titleOf(channel) {
    return titleOf(channel, this.#rooms);
  }

  #myGames(games) {
    closeInviteTo(games);
    this.#games.list(games);
    this.#title();
  }

  /** It is the reader's turn now in a game in which it was not. */
  #turned({ game, channel, with: opponent, variant }) {
    this.#alerts.tell(word("alert-your-turn", { name: opponent }), `${variant} · ${this.#titleOf(channel)}`, game, () => this.#follow(channel));
    if (channel !== this.#channel) this.#tell(word("alert-your-turn-in", { name: opponent, channel: this.#titleOf(channel) }), LONG_NOTE_MS, channel);
  }

  /** Somebody calls the reader in a channel the page does not show. */
  #called({ channel, text, rows = [] }) {
    if (channel === this.#channel) return;
    this.#alerts.tell(this.#titleOf(channel), text, `called-${channel}`, () => this.#follow(channel));
    if (rows.length > 0) {
      this.#offers.challenge(channel, `${this.#titleOf(channel)}: ${text}`, rows, (component) => this.#answer(channel, component));
      return;
    }
    this.#tell(word("called-in", { channel: this.#titleOf(channel), name: text }), LONG_NOTE_MS, channel);
  }

  /** Answers a challenge in another channel; whoever takes it up goes where it is. */
  #answer(channel, component) {
    const id = freshId();
    if (!this.#connection.send({ type: "act", id, channel, component, value: null })) return;
    if (component.startsWith("accept")) this.#follow(channel);
  }

  #count(entries) {
    this.#unread += entries.filter((entry) => !entry.by?.you).length;
    this.#title();
  }

  #read() {
    this.#unread = 0;
    this.#title();
  }

  #title() {
    const { turns } = this.#games;
    const turn = turns > 0 ? `${word("title-turns", { count: turns })} · ` : "";
    document.title = `${this.#unread > 0 ? `(${this.#unread}) ` : ""}${turn}${titleOf(this.#channel, this.#rooms)} · adoube`;
  }
}

function channelOfPath() {
  return /^\/c\/([a-z0-9-]{1,32})$/.exec(currentPath())?.[1] ?? LOBBY;
}

