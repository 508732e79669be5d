/** In a page or worker: counts the calls into the wasm, and lets one of them fail when a test wants it. */
export function watch() {
  const { Instance } = WebAssembly;
  globalThis.calls = {};
  globalThis.breakNext = null;
  WebAssembly.Instance = function (module, imports) {
    const { exports } = new Instance(module, imports);
    globalThis.memory = exports.memory;
    const watched = Object.entries(exports).map(([name, value]) => {
      if (typeof value !== 'function') return [name, value];
      const call = (...values) => {
        globalThis.calls[name] = (globalThis.calls[name] ?? 0) + 1;
        if (globalThis.breakNext !== null && name.includes(globalThis.breakNext)) {
          globalThis.breakNext = null;
          throw new WebAssembly.RuntimeError('memory access out of bounds');
        }
        return value(...values);
      };
      return [name, call];
    });
    return { exports: Object.fromEntries(watched) };
  };
  WebAssembly.Instance.prototype = Instance.prototype;
}

/** What a page runs before anything else so that its own wasm and that of its workers are watched. */
export const watchAll = `(${watch})();
const OwnBlob = Blob;
Blob = class extends OwnBlob {
  constructor(parts, options) {
    super(options?.type === 'text/javascript' ? [${JSON.stringify(`(${watch})();\n`)}, ...parts] : parts, options);
  }
};`;
