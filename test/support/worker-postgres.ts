import { type PostgresServer, startEmbeddedPostgres } from './embedded-postgres.ts';

let starting: Promise<PostgresServer> | undefined;

/**
 * Connection URL, as superuser, of this worker's PostgreSQL server. The first test that asks for it starts the server,
 * every later test file of the worker uses the same one, and it ends with the worker. Workers do not share a server
 * because transactions of one database delay the events of all others on its server.
 */
export async function workerPostgresUrl(): Promise<string> {
  starting ??= startEmbeddedPostgres();
  return (await starting).url;
}
