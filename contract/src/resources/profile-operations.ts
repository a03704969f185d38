import { z } from 'zod';
import { type ProfileKind, profileLimit } from '../described-limits.ts';
import { c } from '../init.ts';
import { RefSchema } from '../values/identifiers.ts';

/** The parts that the operations on both kinds of profiles share. */
export function profileOperations<const Kind extends ProfileKind>(kind: Kind) {
  const path = `/${kind}-profiles` as const;
  const pathParams = z.object({ id: RefSchema.describe(`Id of the ${kind} profile.`) });
  const one = { path: `${path}/:id` as const, resource: `${kind}Profile` as const, pathParams };
  return {
    one,
    list: { id: `${kind}Profiles.list` as const, method: 'GET', path, summary: `List all ${kind} profiles` },
    create: {
      id: `${kind}Profiles.create` as const,
      method: 'POST',
      path,
      description: `A name that is taken returns 409. ${profileLimit(kind)}; one more returns 409.`,
      idempotency: 'accepted',
      authorize: 'scopes',
      errors: ['conflict'],
    },
    get: { ...one, id: `${kind}Profiles.get` as const, method: 'GET', summary: `Get an ${kind} profile` },
    patch: {
      ...one,
      id: `${kind}Profiles.patch` as const,
      method: 'PATCH',
      summary: `Change an ${kind} profile`,
      errors: ['conflict'],
    },
    delete: {
      ...one,
      id: `${kind}Profiles.delete` as const,
      method: 'DELETE',
      summary: `Delete an ${kind} profile`,
      responses: { 204: c.noBody() },
    },
  } as const;
}
