import type { CursorCodec } from '@contract-kit/middleware';
import type { FileStore } from '../files/index.ts';
import type { Clock, IdSource, Logger, Tracing, WorkspaceSettings } from '../kernel/index.ts';
import type { Outbound } from '../outbound/index.ts';
import type { Database, SecretCipher, SharedSecrets } from '../storage/index.ts';

/** What the process has for every feature. A feature that builds on others is given them beside these. */
export interface Ports {
  readonly database: Database;
  /** Of the same database, for connections that listen. */
  readonly databaseUrl: string;
  readonly files: FileStore;
  readonly outbound: Outbound;
  readonly cursors: CursorCodec;
  /** Secrets that all processes share. */
  readonly secrets: Pick<SharedSecrets, 'load'>;
  /** Encrypts the secrets that features keep. */
  readonly cipher: SecretCipher;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly tracing: Tracing;
  /** Where callers reach this server. Asked when it is needed: a port may be taken late. */
  readonly publicUrl: () => string;
  /** The API's address: that of the server with the API's prefix. */
  readonly baseUrl: () => string;
  /** The settings of a workspace by its UUID. */
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
}
