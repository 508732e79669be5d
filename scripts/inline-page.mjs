import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Makes one HTML file of a page: its script and style sheet inside, and a policy that allows exactly
 * these two, WebAssembly, and a worker from a blob. No request of any kind is allowed.
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

/**
 * The template with policy, style and script in their places: the policy right after the charset, before
 * anything that it governs; the script last, when the page is there.
 */
export function inline(template, script, style) {
  const safeScript = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const policy = contentPolicy(safeScript, style);
  const parts = [
    [/<meta charset="utf-8"\s*\/?>/i, (tag) => `${tag}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`],
    [/<\/head>/i, (tag) => `<style>${style}</style>\n${tag}`],
    [/<\/body>/i, (tag) => `<script>${safeScript}</script>\n${tag}`],
  ];
  return parts.reduce((html, [place, put]) => {
    if (!place.test(html)) throw new Error(`the page's template has no ${place}`);
    return html.replace(place, put);
  }, template);
}

/** What the page may do; `script` and `style` must be the very bytes between the tags. */
export function contentPolicy(script, style) {
  return [
    "default-src 'none'",
    `script-src '${hash(script)}' 'wasm-unsafe-eval'`,
    `style-src '${hash(style)}'`,
    'img-src data: blob:',
    'worker-src blob:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function hash(text) {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
