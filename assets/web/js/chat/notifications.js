// Notifications of the browser and a sound, when it is the reader's turn or another person calls them. Both are off until they
// are switched on in the settings, which each browser stores for each of its seats.

import { resolvePath } from "../base/address.js";
import { byId } from "../base/elements.js";
import { translate } from "../base/translations.js";

const KEY = "adoube-alerts";
const WAKING_MS = 500;
const TONES = [
  { hertz: 587, at: 0 },
  { hertz: 784, at: 0.12 },
];

/**
 * A notification, unless this browser lets pages show none, as those of phones.
 * @param {string} title
 * @param {NotificationOptions} options
 */
function createNotification(title, options) {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}

export class Notifications {
  #seat;
  /** @type {AudioContext | null} */
  #audio = null;

  /** @param {number} seat this tab's */
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

  /**
   * Tells the reader, in the ways they chose.
   * @param {string} title
   * @param {string} text
   * @param {string} tag a newer notification with the same tag replaces this one
   * @param {() => void} onOpen called when the reader comes because of it
   */
  notify(title, text, tag, onOpen) {
    const { notify, sound } = this.#settings;
    if (sound) this.#playTones();
    if (!notify || !this.#canNotify || Notification.permission !== "granted") return;
    const note = createNotification(title, { body: text, tag, icon: resolvePath("/assets/icon.svg") });
    note?.addEventListener("click", () => {
      window.focus();
      note.close();
      onOpen();
    });
  }

  get #canNotify() {
    return "Notification" in window;
  }

  /** @returns {{notify?: boolean, sound?: boolean}} */
  get #settings() {
    try {
      return JSON.parse(localStorage.getItem(`${KEY}-${this.#seat}`) ?? "{}");
    } catch {
      return {};
    }
  }

  /** @param {{notify?: boolean, sound?: boolean}} change */
  #store(change) {
    localStorage.setItem(`${KEY}-${this.#seat}`, JSON.stringify({ ...this.#settings, ...change }));
  }

  /** @param {HTMLInputElement} box */
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
    const audio = (this.#audio ??= new AudioContext());
    if (audio.state !== "running") await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, WAKING_MS))]);
    if (audio.state !== "running") return;
    const { currentTime, destination } = audio;
    for (const { hertz, at } of TONES) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.12, currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.001, currentTime + at + 0.35);
      tone.connect(volume).connect(destination);
      tone.start(currentTime + at);
      tone.stop(currentTime + at + 0.4);
    }
  }
}
