import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * Makes one HTML file of a page: its script and style sheet inside, and a policy that allows exactly
 * these, WebAssembly, and a worker from a blob. No request of any kind is allowed.
 */
export class InlinePage {
  /** @param {{ template: string, script: string, style: string, page: string }} names */
  constructor(names) {
    this.names = names;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const { template, script, style, page } = this.names;
    compiler.hooks.thisCompilation.tap('InlinePage', (compilation) => {
      compilation.fileDependencies.add(template);
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE;
      compilation.hooks.processAssets.tap({ name: 'InlinePage', stage }, (assets) => {
        const text = (name) => assets[name]?.source().toString() ?? '';
        const html = inline(readFileSync(template, 'utf8'), text(script), text(style));
        for (const name of [script, style]) compilation.deleteAsset(name);
        compilation.emitAsset(page, new sources.RawSource(html));
      });
    });
  }
}

/** What a browser says that cannot unpack the page; every browser since May 2023 can. */
const TOO_OLD = 'This page needs a browser of 2023 or later. 本页需要 2023 年或更新的浏览器。';

/**
 * The template with policy, style and script in their places: the policy right after the charset, before
 * anything that it governs; the script last, when the page is there.
 */
export function inline(template, script, style) {
  const boot = pack(script);
  const policy = contentPolicy([boot, script], style);
  const parts = [
    [/<meta charset="utf-8"\s*\/?>/i, (tag) => `${tag}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`],
    [/<\/head>/i, (tag) => `<style>${style}</style>\n${tag}`],
    [/<\/body>/i, (tag) => `<script>${boot}</script>\n${tag}`],
  ];
  return parts.reduce((html, [place, put]) => {
    if (!place.test(html)) throw new Error(`the page's template has no ${place}`);
    return html.replace(place, put);
  }, template);
}

/**
 * A script that unpacks `script` and adds it to the page. Two thirds of the page's own code go away with
 * gzip, and text that is packed cannot end its own tag.
 */
export function pack(script) {
  const packed = gzipSync(script, { level: 9 }).toString('base64');
  return `(async () => {
  const gzipped = Uint8Array.from(atob('${packed}'), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([gzipped]).stream().pipeThrough(new DecompressionStream('gzip'));
  const script = document.createElement('script');
  script.textContent = await new Response(unpacked).text();
  document.body.append(script);
})().catch(() => document.body.append('${TOO_OLD}'));`;
}

/** What the page may do: run these scripts, to the byte, and wear this style. */
export function contentPolicy(scripts, style) {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hash).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    'img-src data: blob:',
    'worker-src blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function hash(text) {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}
