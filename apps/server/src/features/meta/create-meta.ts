import type { Keys } from '../keys/index.ts';
import type { Ports } from '../ports.ts';
import { createMetaRoutes } from './meta.routes.ts';
import { MetaService } from './meta.service.ts';

export interface MetaNeeds {
  readonly keys: Pick<Keys, 'service' | 'uses'>;
  /** Requests that a key may make per rolling 60 seconds. */
  readonly rateLimit: number;
}

/** What the API says about itself and about the caller. */
export function createMeta({ baseUrl }: Ports, { keys, rateLimit }: MetaNeeds) {
  return {
    routes: createMetaRoutes({ meta: new MetaService({ baseUrl, rateLimit }), keys: keys.service, keyUses: keys.uses }),
  };
}
