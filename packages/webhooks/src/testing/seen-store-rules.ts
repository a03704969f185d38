import type { SeenStore } from '../receiving/seen-store.ts';

/** A conformance rule of a port, for any test runner. */
export interface SeenStoreRule {
  readonly title: string;
  /** @throws Error saying which result was wrong. */
  check(store: SeenStore): Promise<void>;
}

/**
 * The conformance rules of a `SeenStore`. Each check uses new ids.
 *
 * @example
 * it.each(seenStoreRules)('my store: $title', ({ check }) => check(createMyStore()));
 */
export const seenStoreRules: readonly SeenStoreRule[] = [
  {
    title: 'does not have an event before it is added',
    async check(store) {
      await expectHas(store, createId(), false);
    },
  },
  {
    title: 'has an event once it is added',
    async check(store) {
      const id = createId();
      await store.add(id);
      await expectHas(store, id, true);
    },
  },
  {
    title: 'distinguishes events',
    async check(store) {
      const id = createId();
      await store.add(id);
      await expectHas(store, `${id}0`, false);
      await expectHas(store, id.toUpperCase(), false);
    },
  },
  {
    title: 'accepts the same event twice, even concurrently',
    async check(store) {
      const id = createId();
      await Promise.all([store.add(id), store.add(id)]);
      await store.add(id);
      await expectHas(store, id, true);
    },
  },
];

const createId = () => `evt_${crypto.randomUUID()}`;

async function expectHas(store: SeenStore, id: string, expected: boolean): Promise<void> {
  const found = await store.has(id);
  if (found !== expected) throw new Error(`has('${id}') is ${found}, not ${expected}.`);
}
