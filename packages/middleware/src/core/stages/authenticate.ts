import { identify } from '../../auth/authenticator.ts';
import type { Exchange } from '../exchange.ts';
import type { Operation } from '../operations/operation.ts';

/** Who calls. @throws ApiError `unauthorized`. */
export async function authenticate(exchange: Exchange, { schemes }: Operation): Promise<void> {
  if (schemes.length === 0) return;
  exchange.identified = true;
  exchange.identity = await identify(exchange.request, schemes);
}
