import { basename } from 'node:path';

/** Makes a module of a recording: its name and its bytes in base64. */
export default function recording(bytes) {
  return `export default ${JSON.stringify({ name: basename(this.resourcePath), base64: bytes.toString('base64') })};`;
}

export const raw = true;
