/** A process whose parent counts in its store; one subject stands for a store that fails. */
import process from 'node:process';
import { createMemoryRateLimitStore } from '../src/index.ts';
import { serveRateLimitStore } from '../src/ipc/index.ts';

const store = createMemoryRateLimitStore();
serveRateLimitStore(
  {
    takeAll(subject, policies) {
      if (subject === 'fails') throw new Error('The disk is full.');
      return store.takeAll(subject, policies);
    },
  },
  process,
);
process.send?.('ready');
