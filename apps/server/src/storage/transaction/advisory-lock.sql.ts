import { sqlStatement } from '../statement/statement.ts';

const parameters = { name: 'text' } as const;
const row = { held: 'boolean' } as const;

/** Waits until no other transaction holds or shares the lock with a name, and holds it to the end of this one. */
export const acquireLock = sqlStatement({
  name: 'lock.hold',
  parameters,
  row,
  text: 'select pg_advisory_xact_lock(hashtextextended($name, 0)) is not null as held',
});

/** Waits until no other transaction holds the lock with a name, and shares it to the end of this one. */
export const acquireSharedLock = sqlStatement({
  name: 'lock.share',
  parameters,
  row,
  withBegin: true,
  text: 'select pg_advisory_xact_lock_shared(hashtextextended($name, 0)) is not null as held',
});
