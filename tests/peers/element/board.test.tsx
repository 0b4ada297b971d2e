// Whether Element draws a board: its own components for events, with the events as the bot sends them (events.json, which a test
// of the bot's client compares with what it writes). The network, decryption and components of other events are stand-ins.
import React from "react";
import { expect, test, vi } from "vitest";

const { nothing, client } = vi.hoisted(() => ({
    nothing: () => ({ default: () => null }),
    client: { mxcUrlToHttp: (mxc: string) => "https://server/" + mxc.slice(6), on() {}, off() {} },
}));

vi.mock("matrix-react-sdk/src/languageHandler", () => ({
    _t: (text: string) => text,
    _td: (text: string) => text,
    UserFriendlyError: class extends Error {},
    getUserLanguage: () => "en",
}));
vi.mock("matrix-react-sdk/src/settings/SettingsStore", () => ({
    default: {
        getValue: (name: string) => ({ "showImages": true, "Images.size": "normal" })[name] ?? false,
        watchSetting: () => "watch",
        unwatchSetting() {},
    },
}));
vi.mock("matrix-react-sdk/src/mjolnir/Mjolnir", () => ({ Mjolnir: { sharedInstance: () => ({}) } }));
vi.mock("matrix-react-sdk/src/Modal", () => ({ default: {} }));
vi.mock("matrix-react-sdk/src/components/views/elements/ImageView", nothing);
vi.mock("matrix-react-sdk/src/components/views/elements/Spinner", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/TextualBody", async () => {
    const { createElement } = await import("react");
    return { default: (props: any) => createElement("p", {}, props.mxEvent.getContent().body) };
});
vi.mock("matrix-react-sdk/src/components/views/messages/MFileBody", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/RedactedBody", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/UnknownBody", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/MVoiceOrAudioBody", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/MVideoBody", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/MStickerBody", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/MPollBody", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/MPollEndBody", () => ({ MPollEndBody: () => null }));
vi.mock("matrix-react-sdk/src/components/views/messages/MLocationBody", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/MjolnirBody", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/MBeaconBody", nothing);
vi.mock("matrix-react-sdk/src/components/views/messages/DecryptionFailureBody", () => ({ DecryptionFailureBody: () => null }));
vi.mock("matrix-react-sdk/src/voice-broadcast", () => ({
    VoiceBroadcastBody: () => null,
    VoiceBroadcastInfoEventType: "none",
    VoiceBroadcastInfoState: { Started: "started" },
}));
vi.mock("matrix-react-sdk/src/contexts/RoomContext", async () => {
    const { createContext } = await import("react");
    const TimelineRenderingType = Object.fromEntries(["Room", "File", "Pinned", "Search", "Thread", "ThreadsList"].map((name) => [name, name]));
    return { default: createContext({ timelineRenderingType: "Room" }), TimelineRenderingType };
});
vi.mock("matrix-react-sdk/src/contexts/MatrixClientContext", async () => ({ default: (await import("react")).createContext({}) }));
vi.mock("matrix-react-sdk/src/MatrixClientPeg", () => ({ MatrixClientPeg: { get: () => client, safeGet: () => client } }));
vi.mock("matrix-react-sdk/src/utils/connection", () => ({ createReconnectedListener: () => () => {} }));
vi.mock("matrix-react-sdk/src/utils/DecryptFile", () => ({
    decryptFile: async () => new Blob(["png"]),
    DecryptError: class extends Error {},
    DownloadError: class extends Error {},
}));
vi.mock("matrix-react-sdk/src/utils/image-media", () => ({ BLURHASH_FIELD: "xyz.amorgan.blurhash", createThumbnail: async () => ({}) }));
vi.mock("matrix-react-sdk/src/utils/FileUtils", () => ({ presentableTextForFile: () => "" }));
vi.mock("matrix-react-sdk/src/components/views/messages/shared/MediaProcessingError", async () => {
    const { createElement } = await import("react");
    return { default: (props: any) => createElement("b", { className: "error" }, props.children) };
});
vi.mock("@vector-im/compound-web", () => ({ Tooltip: (props: any) => props.children }));

import { act, render } from "@testing-library/react";
import { MatrixEvent } from "matrix-js-sdk/src/matrix";
import MessageEvent from "matrix-react-sdk/src/components/views/messages/MessageEvent";
import events from "./events.json";

const DECRYPTED = "blob:decrypted";
// An image loads unless it is what the server keeps of an encrypted one.
Object.defineProperty(HTMLImageElement.prototype, "src", {
    get() {
        return this.getAttribute("src");
    },
    set(address: string) {
        this.setAttribute("src", address);
        queueMicrotask(() => (address.includes("ciphertext") ? this.onerror?.(new Event("error")) : this.onload?.(new Event("load"))));
    },
});
Object.assign(URL, { createObjectURL: () => DECRYPTED, revokeObjectURL() {} });

const { url, ...common } = events.plain;
const board = { plain: events.plain, encrypted: { ...common, file: { url: "mxc://example.org/ciphertext", v: "v2", key: {}, iv: "", hashes: {} } } };
const address = { plain: "https://server/example.org/a", encrypted: DECRYPTED };

const event = (id: string, content: object) =>
    new MatrixEvent({ type: "m.room.message", event_id: id, room_id: "!room:x", sender: "@adoube:x", origin_server_ts: 1, content });
const settle = () => act(async () => { for (let turn = 0; turn < 20; turn++) await new Promise((done) => setTimeout(done, 5)); });

async function mount(mxEvent: MatrixEvent) {
    const props = (replacingEventId?: string) =>
        ({ mxEvent, replacingEventId, highlights: [], highlightLink: "", showUrlPreview: false }) as any;
    const view = render(<MessageEvent {...props()} />);
    await settle();
    const shown = () => ({
        image: view.container.querySelector("img")?.getAttribute("src"),
        error: view.container.querySelector(".error") !== null,
    });
    const update = async (id: string) => {
        view.rerender(<MessageEvent {...props(id)} />);
        await settle();
    };
    return { shown, update };
}

for (const room of ["plain", "encrypted"] as const) {
    test(`a board that is one event is drawn in a room that is ${room}`, async () => {
        const { shown } = await mount(event("$board", board[room]));
        expect(shown()).toEqual({ image: address[room], error: false });
    });
}

// Why no image replaces words in an encrypted room: when this fails, Element has learnt it.
test("an image that replaces words on the screen is not drawn in an encrypted room", async () => {
    const words = event("$words", { "msgtype": "m.text", "body": "White played e4.", "m.mentions": {} });
    const { shown, update } = await mount(words);
    words.makeReplaced(event("$edit", {
        ...board.encrypted, "m.new_content": board.encrypted, "m.relates_to": { rel_type: "m.replace", event_id: "$words" },
    }));
    await update("$edit");
    expect(shown().image).not.toBe(DECRYPTED);
});
