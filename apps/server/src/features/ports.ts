import type { CursorCodec } from '@contract-kit/middleware';
import type { FileStore } from '../files/index.ts';
import type { Clock, IdSource, Logger, Tracing, WorkspaceSettings } from '../kernel/index.ts';
import type { Outbound } from '../outbound/index.ts';
import type { Database, SecretCipher, SharedSecrets } from '../storage/index.ts';

/** What the process provides to every feature. A feature that depends on others receives them as well. */
export interface Ports {
  readonly database: Database;
  /** Of the same database, for connections that listen. */
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly outbound: Outbound;
  readonly cursors: CursorCodec;
  /** Secrets that all processes share. */
  readonly secrets: Pick<SharedSecrets, 'load'>;
  /** Encrypts the secrets that features store. */
  readonly cipher: SecretCipher;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly tracing: Tracing;
  /** Where callers reach this server. A function, because the port may be known late. */
  readonly publicUrl: () => string;
  /** The API's address: that of the server with the API's prefix. */
  readonly baseUrl: () => string;
  /** The settings of a workspace by its UUID. */
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
}
