import type { TestProject } from 'vitest/node';
import { type PostgresServer, startEmbeddedPostgres } from './embedded-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of the PostgreSQL server of this run: `inject('postgresUrl')`. */
    postgresUrl: string;
  }
}

let server: PostgresServer | undefined;

/** Starts one PostgreSQL server for the whole run. */
export async function setup(project: TestProject): Promise<void> {
  server = await startEmbeddedPostgres();
  project.provide('postgresUrl', server.url);
}

export async function teardown(): Promise<void> {
  await server?.stop();
}
