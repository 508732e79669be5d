/** The script of the worker, built on its own, as text. */
declare module 'tailwalk-worker-source' {
  const source: string;
  export default source;
}

/** A real recording that travels with the page. */
declare module 'tailwalk-sample' {
  const sample: { name: string; base64: string };
  export default sample;
}
