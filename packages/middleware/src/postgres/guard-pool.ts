import type { Pool, PoolClient } from 'pg';

/**
 * Wraps a pool for a database library that takes connections from it. A released connection refuses statements, so a
 * transaction object that is used too late never runs a statement inside another transaction. If a connection is lost
 * between two statements, the next statement fails, and the process goes on.
 *
 * @example
 * const db = drizzle({ client: guardPool(new pg.Pool({ connectionString })) });
 */
export function guardPool(pool: Pool): Pool {
  const connect = async () => lease(await pool.connect());
  return new Proxy(pool, { get: (target, name) => (name === 'connect' ? connect : memberOf(target, name)) });
}

function lease(client: PoolClient): PoolClient {
  let released = false;
  const onError = () => undefined;
  client.on('error', onError);
  const release: PoolClient['release'] = (error) => {
    released = true;
    client.off('error', onError);
    client.release(error);
  };
  const refuse = async () => {
    throw new Error('The connection was released: work that outlives a transaction needs its own connection.');
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'release') return release;
      return released && name === 'query' ? refuse : memberOf(target, name);
    },
  });
}

/** Methods are bound to the object itself, because they change its state. */
function memberOf(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' ? member.bind(target) : member;
}
