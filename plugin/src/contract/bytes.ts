import packed from 'tailwalk-wasm/bytes';

/** The bytes of the wasm, out of the base64 and gzip in which they travel. */
export async function wasmBytes(): Promise<Uint8Array> {
  const gzipped = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([gzipped]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
