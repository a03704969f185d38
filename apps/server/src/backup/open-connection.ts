import pg from 'pg';
import type { Statement } from '../storage/index.ts';

/** A dedicated connection without a time limit: a backup takes longer than the server lets a statement run. */
export async function openConnection(url: string): Promise<BackupConnection> {
  const client = new pg.Client({ connectionString: url, application_name: 'pcm', keepAlive: true });
  // The statement that is running fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  return new BackupConnection(client);
}

export class BackupConnection implements AsyncDisposable {
  readonly client: pg.Client;

  constructor(client: pg.Client) {
    this.client = client;
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query(text, [...values])).rows as Row[];
  }

  async run<Parameters extends object, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return this.query<Row>(statement.source.text, statement.bind(parameters));
  }

  /** Rolls back what was not committed. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.end();
  }
}
