import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { HOST, MODULES, VERSIONS } from './build.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const KINDS = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
};

const NONCE = 'bm9uY2U';

/** Grafana's own policy (`content_security_policy_template` of its defaults), and stricter ones. */
export const POLICIES = {
  none: null,
  grafana:
    `script-src 'self' 'unsafe-eval' 'unsafe-inline' 'strict-dynamic' 'nonce-${NONCE}';object-src 'none';font-src 'self';` +
    "style-src 'self' 'unsafe-inline' blob:;img-src * data:;base-uri 'self';connect-src 'self' grafana.com;manifest-src 'self';media-src 'none';form-action 'self';",
  wasmOnly: `script-src 'self' 'wasm-unsafe-eval' 'nonce-${NONCE}';object-src 'none';style-src 'self' 'unsafe-inline';connect-src 'self'`,
  noWasm: `script-src 'self' 'nonce-${NONCE}';object-src 'none';style-src 'self' 'unsafe-inline';connect-src 'self'`,
};

/**
 * Serves the host page, what it needs, and a plugin's folder as Grafana does.
 *
 * - `base` is Grafana's sub-path, `language` the user's.
 * - `port` is chosen by the system when left out.
 * - `ask` answers what the page asks Grafana's API: `(path, body) → JSON`, or nothing.
 */
export function serveHost({ plugin, id, base = '', policy = null, language = 'en-US', ask = () => undefined, port = 0 }) {
  const page = readFileSync(at('page/index.html'), 'utf8')
    .replaceAll('__BASE__', base)
    .replaceAll('__NONCE__', NONCE)
    .replaceAll('__ID__', id)
    .replaceAll('__VERSION__', VERSIONS['@grafana/data'])
    .replaceAll('__LANGUAGE__', language);
  const roots = [
    [`${base}/host/`, HOST],
    [`${base}/public/plugins/${id}/`, plugin],
    [`${base}/public/build/img/`, join(MODULES, '@grafana/ui/dist/public/img')],
    [`${base}/public/`, join(MODULES, '@grafana/ui/dist/public')],
  ];
  const fileOf = (path) => {
    // Fonts that Grafana serves are no part of its packages; Inter stands for all of them.
    const font = /(Medium)?[^/]*\.woff2$/.exec(path);
    if (font && path.includes('/public/fonts/')) return join(MODULES, `@fontsource/inter/files/inter-latin-${font[1] === 'Medium' ? 500 : 400}-normal.woff2`);
    const [prefix, folder] = roots.find(([start]) => path.startsWith(start)) ?? [];
    return folder === undefined ? null : join(folder, path.slice(prefix.length));
  };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
    if (path === `${base}/` || path.startsWith(`${base}/d/`)) {
      response.writeHead(200, { 'content-type': KINDS['.html'], ...(policy === null ? {} : { 'content-security-policy': policy }) });
      response.end(page);
      return;
    }
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    if (path.startsWith(`${base}/api`)) {
      const body = (await text(request)) || 'null';
      const said = ask(path.slice(base.length), JSON.parse(body));
      response.writeHead(said === undefined ? 404 : 200, { 'content-type': KINDS['.json'] });
      response.end(JSON.stringify(said ?? {}));
      return;
    }
    const file = fileOf(path);
    const isThere = file !== null && existsSync(file) && statSync(file).isFile();
    response.writeHead(isThere ? 200 : 404, { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream', 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' });
    response.end(isThere ? readFileSync(file) : undefined);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      // Nobody waits for a server that a failed test has left behind; one that was given a port is a program of its own.
      if (port === 0) server.unref();
      resolve({ address: `http://127.0.0.1:${server.address().port}${base}/`, close });
    });
  });
}
