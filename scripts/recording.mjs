// Writes a real run as OpenMetrics, out of which promtool makes the blocks of a Prometheus: build/recording/recording.om
//   node scripts/recording.mjs [NAME]     kv_exhaustion when left out
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isMain, main, ROOT } from './steps.mjs';

/** Series of an answer of `/api/v1/query_range` as OpenMetrics lines, one moment after the other. */
export function openMetrics({ data }) {
  const quoted = (text) => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
  const lines = data.result.flatMap(({ metric: { __name__: name, ...labels }, values }) => {
    const inside = Object.entries(labels).map(([label, value]) => `${label}="${quoted(value)}"`).join(',');
    return values.map(([time, value]) => [time, `${name}{${inside}} ${value} ${time}`]);
  });
  lines.sort(([a], [b]) => a - b);
  return `${lines.map(([, line]) => line).join('\n')}\n# EOF\n`;
}

function write(name = 'kv_exhaustion') {
  const { raw, from, to } = JSON.parse(gunzipSync(readFileSync(join(ROOT, `tests/panel/recordings/${name}.json.gz`))).toString());
  const folder = join(ROOT, 'build/recording');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'recording.om'), openMetrics(raw.A.answer));
  console.log(`http://localhost:3000/d/tailwalk-walk?from=${from}&to=${to}&refresh=`);
}

if (isMain(import.meta.url)) await main(async () => write(process.argv[2]));
