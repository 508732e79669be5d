/** The script of the panel's worker, built on its own, as text. */
declare module 'tailwalk-panel-worker' {
  const source: string;
  export default source;
}

declare module '*.css' {
  const text: string;
  export default text;
}
