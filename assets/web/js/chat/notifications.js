// Notifications of the browser and a sound, when it is the reader's turn or somebody calls them. Both are off until they are
// asked for in the settings, and each browser remembers that for each of its seats.

import { resolvePath } from "../base/address.js";
import { byId } from "../base/elements.js";
import { translate } from "../base/translations.js";

const KEY = "adoube-alerts";
const WAKING_MS = 500;
const TONES = [
  { hertz: 587, at: 0 },
  { hertz: 784, at: 0.12 },
];

/** A notification, unless this browser lets pages show none, as those of phones. */
function createNotification(title, options) {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}

export class Notifications {
  #seat;
  #audio = null;

  constructor(seat) {
    this.#seat = seat;
    const [notify, sound] = [byId("alert-notify"), byId("alert-sound")];
    notify.addEventListener("change", () => this.#chooseNotify(notify));
    sound.addEventListener("change", () => {
      this.#store({ sound: sound.checked });
      // The browser plays only what followed something the reader did.
      if (sound.checked) this.#playTones();
    });
    byId("settings").addEventListener("toggle", () => this.#showSettings());
    this.#showSettings();
  }

  /** Tells the reader, in the ways they chose; `opened` is called when they come because of it. */
  notify(title, text, tag, opened) {
    const { notify, sound } = this.#settings;
    if (sound) this.#playTones();
    if (!notify || !this.#canNotify || Notification.permission !== "granted") return;
    const note = createNotification(title, { body: text, tag, icon: resolvePath("/assets/icon.svg") });
    note?.addEventListener("click", () => {
      window.focus();
      note.close();
      opened();
    });
  }

  get #canNotify() {
    return "Notification" in window;
  }

  get #settings() {
    try {
      return JSON.parse(localStorage.getItem(`${KEY}-${this.#seat}`) ?? "{}");
    } catch {
      return {};
    }
  }

  #store(change) {
    localStorage.setItem(`${KEY}-${this.#seat}`, JSON.stringify({ ...this.#settings, ...change }));
  }

  async #chooseNotify(box) {
    const granted = box.checked && this.#canNotify && (await Notification.requestPermission()) === "granted";
    if (box.checked && !granted) byId("alert-refused").textContent = translate(this.#canNotify ? "alert-refused" : "alert-impossible");
    else byId("alert-refused").textContent = "";
    box.checked = granted;
    this.#store({ notify: granted });
  }

  #showSettings() {
    const { notify, sound } = this.#settings;
    byId("alert-notify").checked = Boolean(notify) && this.#canNotify && Notification.permission === "granted";
    byId("alert-sound").checked = Boolean(sound);
  }

  /** Two soft tones, so that nothing needs to be loaded. A browser lets a page sound once the reader has touched it. */
  async #playTones() {
    this.#audio ??= new AudioContext();
    if (this.#audio.state !== "running") await Promise.race([this.#audio.resume(), new Promise((late) => setTimeout(late, WAKING_MS))]);
    if (this.#audio.state !== "running") return;
    const { currentTime, destination } = this.#audio;
    for (const { hertz, at } of TONES) {
      const [tone, volume] = [this.#audio.createOscillator(), this.#audio.createGain()];
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.12, currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.001, currentTime + at + 0.35);
      tone.connect(volume).connect(destination);
      tone.start(currentTime + at);
      tone.stop(currentTime + at + 0.4);
    }
  }
}
