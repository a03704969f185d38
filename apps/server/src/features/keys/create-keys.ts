import { createAuthenticator } from '@contract-kit/middleware';
import { createApiKeyListener } from '@contract-kit/middleware/postgres';
import pg from 'pg';
import { createIdLookup } from '../id-lookup.ts';
import type { Ports } from '../ports.ts';
import { keyPrefix } from './key-record.ts';
import { KeyUses } from './key-uses.ts';
import { KeyRepository } from './keys.repository.ts';
import { createKeysRoutes } from './keys.routes.ts';
import { KeyService } from './keys.service.ts';

export type Keys = ReturnType<typeof createKeys>;

/** API keys, and the callers they identify. */
export function createKeys({ database, databaseUrl, clock, ids, logger }: Ports) {
  const repository = new KeyRepository(database);
  const service = new KeyService({ repository, clock, ids });
  const authenticator = createAuthenticator({ prefix: keyPrefix, store: repository });
  return {
    service,
    authenticator,
    uses: new KeyUses({
      repository,
      clock,
      onError: (err) => logger.error({ err }, 'The last uses of API keys could not be saved.'),
    }),
    routes: createKeysRoutes(service),
    lookups: {
      apiKey: createIdLookup('apiKey', async ({ tenantId }, id) => (await repository.get(tenantId, id)) !== null),
    },
    /** Ends keys here that another process revokes. */
    listen: () =>
      createApiKeyListener({
        createClient: () => new pg.Client({ connectionString: databaseUrl, application_name: 'product-content keys' }),
        authenticator,
        onError: (err) =>
          logger.warn({ err }, 'Notifications of revoked keys are not received; keys are looked up every second.'),
      }),
  };
}
