import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * Serves one HTML file at `/` on the loopback address and a free port; the answer is the address and
 * a function that ends it. Everything else is not there: the page asks for nothing.
 */
export function serveFile(file, port = 0) {
  const server = createServer((request, response) => {
    const isPage = request.url === '/' && (request.method === 'GET' || request.method === 'HEAD');
    response.writeHead(isPage ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    // Read at each request, so that a new build needs only a reload.
    response.end(isPage && request.method === 'GET' ? readFileSync(file) : undefined);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve({ address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() });
    });
  });
}
