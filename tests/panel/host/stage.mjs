import { after, before, test as nodeTest } from 'node:test';
import { launch, openHost } from './open.mjs';

/** How long one test may take, ms: twenty times what the slowest needs, on a busy machine. */
const TEST_MS = 60_000;

/** How long the host may take: its bundle is made by the first who needs it. */
const START_MS = 240_000;

/** A test that ends, one way or the other. */
export function test(title, work, timeout = TEST_MS) {
  nodeTest(title, { timeout }, work);
}

/**
 * The browser of one file of tests, with a tab in which they all draw.
 *
 * - Whatever fails, browser and servers are closed: what stays open would keep the process, and so the suite, waiting.
 * - `host` is there once the tests run; `open` gives one test a tab of its own, for as long as it runs.
 */
export function stage(asked) {
  const own = { browser: null, host: null };
  before(
    async () => {
      own.browser = await launch();
      own.host = await openHost(own.browser, asked);
    },
    { timeout: START_MS },
  );
  after(async () => {
    await own.host?.close();
    await own.browser?.close();
  });
  own.open = async (context, other) => {
    const host = await openHost(own.browser, other);
    context.after(() => host.close());
    return host;
  };
  return own;
}
