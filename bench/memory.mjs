// Does one thing and prints the most memory that this process ever had, in KiB: memory.mjs idle|parse|read FILE
import { createReadStream, readFileSync } from 'node:fs';
import { Tailwalk } from '../dist/npm/index.js';

const [, , what, file] = process.argv;

/** As the command line reads. */
const CHUNK_BYTES = 1 << 20;

const ways = {
  idle: () => Tailwalk.describe(),
  parse: () => JSON.parse(readFileSync(file, 'utf8')),
  read: () => Tailwalk.read([{ name: file, data: createReadStream(file, { highWaterMark: CHUNK_BYTES }) }]),
};

const kept = await ways[what]();
console.log(process.resourceUsage().maxRSS, kept === undefined ? 'nothing' : '');
