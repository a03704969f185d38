import type { Pool, PoolClient } from 'pg';

/**
 * The same pool for a database library that takes connections from it itself. A connection refuses statements once it
 * was given back, so a transaction object that is used too late never runs a statement inside another transaction. A
 * connection that is lost between two statements fails the next one and does not end the process.
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

/** Methods keep the object itself as their `this`: they change its state. */
function memberOf(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' ? member.bind(target) : member;
}
