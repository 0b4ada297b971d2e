// Configuration of Vitest that runs Element's sources as they are on npm: what they import besides
// code, and what draws nothing here, is replaced by an empty module.
import { defineConfig } from "vitest/config";

const NO_CODE = /\.(svg|css|pcss|png|gif|mp3|ogg|md|wasm)(\?.*)?$/;
const NOT_NEEDED = /maplibre-gl|opus-recorder|posthog|matrix-wysiwyg|RecorderWorklet|worker/i;
const NAMES = ["initOnce", "Wysiwyg", "Recorder", "posthog", "new_composer_model", "ComposerModel", "useWysiwyg", "plainToRich",
    "richToPlain", "initAsync", "Map", "LngLat", "NavigationControl", "GeolocateControl", "Marker"];
const EMPTY = `const empty = new Proxy(function () { return null; }, { get: (target, key) =>
    key === "__esModule" ? true : key === "prototype" ? {} : key === Symbol.toPrimitive ? () => "empty" : empty });
export default empty;
${NAMES.map((name) => `export const ${name} = empty;`).join("\n")}`;

const standIns = {
    name: "stand-ins",
    enforce: "pre",
    resolveId: (id) => (NO_CODE.test(id) || NOT_NEEDED.test(id) ? "\0empty" : undefined),
    load: (id) => (id === "\0empty" ? EMPTY : undefined),
};

export default defineConfig({
    plugins: [standIns],
    esbuild: {
        jsx: "transform",
        target: "es2022",
        tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
    },
    test: {
        environment: "jsdom",
        testTimeout: 120000,
        include: ["*.test.tsx"],
        server: { deps: { inline: [/matrix-react-sdk/, /matrix-js-sdk/, /compound/, /react-sdk-module-api/] } },
    },
});
