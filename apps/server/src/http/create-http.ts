import type { RequestListener } from 'node:http';
import {
  type ApiKeyCaller,
  createClientErrorHandler,
  type Handlers,
  type Lookup,
  type Observer,
} from '@contract-kit/middleware';
import { contract } from '@product-content/contract';
import type { Config } from '../config/index.ts';
import type { Keys } from '../features/keys/index.ts';
import type { Ports } from '../features/ports.ts';
import { createUploadReceiver } from '../files/index.ts';
import { encodeId, type RouteContext } from '../kernel/index.ts';
import { createAppListener } from './app-listener.ts';
import { createHealth } from './health.ts';
import { createRateLimiting } from './rate-limit.ts';
import { createResponseStore } from './stored-responses.ts';

export interface HttpNeeds {
  readonly config: Config;
  readonly keys: Keys;
  /** Observers in addition to the server's own. */
  readonly observers: readonly Observer[];
  /** Check each response against the contract; for tests. */
  readonly validateResponses?: boolean | undefined;
}

/** What HTTP needs from the features. */
export interface HttpFeatures {
  readonly handlers: Handlers<typeof contract, RouteContext>;
  /** Finds records for preconditions, by the name that routes give as their `resource`. */
  readonly lookups: Readonly<Record<string, Lookup<ApiKeyCaller>>>;
}

/** Connects features to requests, and creates what counts and stores requests. */
export async function createHttp(ports: Ports, { config, keys, observers, validateResponses }: HttpNeeds) {
  const { database, files, clock, ids, logger, tracing } = ports;
  const counting = await createRateLimiting(ports, config);
  const responses = createResponseStore(ports, config.idempotencyStoreBudget);
  const health = createHealth({ checkDatabase: () => database.ping(), clock });
  const { rateLimit } = counting;
  return {
    health,
    tasks: [...counting.tasks, ...responses.tasks],
    metricSources: [...counting.metricSources, ...responses.metricSources],
    createApp: (features: HttpFeatures): RequestListener =>
      createAppListener({
        ...features,
        ...{ contract, ids, logger, tracing, rateLimit, health, observers, validateResponses },
        authenticator: keys.authenticator,
        keyUses: keys.uses,
        idempotencyStore: responses.store,
        uploads: createUploadReceiver(files, ids),
        corsOrigins: config.corsOrigins,
        docsSite: config.docsSite,
      }),
    /** Responds to malformed HTTP, which counts like requests without a key. */
    handleClientError: createClientErrorHandler({
      generateRequestId: () => encodeId('request', ids.next()),
      rateLimit,
    }),
    close: counting.close,
  };
}
