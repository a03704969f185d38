import { type Preparation, slowPatterns } from '@product-content/test-support/hostile/hostile-requests';
import type { Installation } from './installation.ts';

/** Requests that are sent at the same time. */
const atOnce = 4;

/** What puts into a workspace what a request of the table needs. */
export const preparations: Readonly<Record<Preparation, (installation: Installation) => Promise<unknown>>> = {
  attributes: (installation) =>
    each(900, (n) => installation.send('POST', '/attributes', { code: `attribute${n}`, type: 'text' })),
  patterns: (installation) =>
    each(40, (n) => {
      const pattern = slowPatterns[n % slowPatterns.length];
      return installation.send('POST', '/attributes', { code: `pattern${n}`, type: 'text', validation: { pattern } });
    }),
  options: (installation) => {
    const options = Array.from({ length: 5_000 }, (_, n) => ({ code: `o${n}`, label: `Option ${n}` }));
    return each(60, (n) => installation.send('POST', '/attributes', { code: `options${n}`, type: 'select', options }));
  },
  categories: (installation) =>
    each(150, async (root) => {
      for (let level = 0; level < 20; level += 1) {
        const parent = level === 0 ? null : `c${root}-${level - 1}`;
        await installation.send('POST', '/categories', { code: `c${root}-${level}`, parent });
      }
    }),
  products: (installation) => installation.fill('FILL', 10_000),
  collection: (installation) => installation.send('POST', '/collections', { code: 'all' }),
  channel(installation) {
    const transform = Array.from({ length: 5 }, () => ({ prefix: 'x'.repeat(60) }));
    const source = Array.from({ length: 5 }, () => 'name');
    const mapping = Array.from({ length: 300 }, (_, n) => ({ target: `field${n}`, source, transform }));
    const channel = { code: 'wide', name: 'Wide', type: 'feed', platform: 'csv_feed', mapping };
    return installation.send('POST', '/channels', channel);
  },
};

/** Calls `work` with each number below `count`. */
async function each(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
