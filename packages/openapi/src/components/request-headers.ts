import { entityTagConditionPattern, idempotencyKeyMaxLength, type RoutePolicy } from '@contract-kit/http-spec';
import type { Parameter, Reference } from '../document.ts';

const entityTags = { type: 'string', pattern: entityTagConditionPattern, examples: ['"01k9f2v6.3"'] };

/** Request headers the policies honour; components of the same names. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat (draft-ietf-httpapi-idempotency-key-header): a repetition with the same key ' +
      'and body gets the stored response. Choose a new random value, such as a UUID, for each change.',
    schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyMaxLength, pattern: '^[\\x21-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the version the change is based on; another current version returns 412. `*` matches any ' +
      'existing record (RFC 9110 §13.1.1).',
    schema: entityTags,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'ETags the client already holds, comma-separated, or `*`; when one is current the response is 304 without a ' +
      'body (RFC 9110 §13.1.2).',
    schema: entityTags,
  },
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'The bytes wanted, such as `bytes=0-499`, `bytes=500-` or `bytes=-500`: the response is 206 with this part. ' +
      'Several ranges at once get the whole file (RFC 9110 §14.2).',
    schema: { type: 'string', examples: ['bytes=0-499'] },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description:
      'ETag or Last-Modified of the part you have: if the file has changed, it is sent whole (RFC 9110 §13.1.5).',
    schema: { type: 'string' },
  },
  RequiredIfMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description:
      'The ETag of the version the change is based on. Without it the response is 428, with that of another version 412. ' +
      '`*` matches any existing record (RFC 9110 §13.1.1).',
    schema: entityTags,
  },
  CreateOnly: {
    name: 'If-None-Match',
    in: 'header',
    description: '`*` creates only: when the record exists the response is 412 (RFC 9110 §13.1.2).',
    schema: { type: 'string', enum: ['*'] },
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/** The request headers a route's policies honour. */
export function policyParameters(policy: RoutePolicy): Reference[] {
  const names: (keyof typeof sharedParameters)[] = [];
  if (policy.idempotency === 'accepted') names.push('IdempotencyKey');
  if (policy.entityTag === 'read' || policy.ranges === true) names.push('IfNoneMatch');
  if (policy.ranges === true) names.push('Range', 'IfRange');
  // A new record has no tag yet, so If-Match is not required where the operation may create one.
  const isRequired = policy.ifMatch === 'required' && policy.missing !== 'create';
  if (policy.entityTag === 'write') names.push(isRequired ? 'RequiredIfMatch' : 'IfMatch');
  if (policy.entityTag === 'write' && policy.missing === 'create') names.push('CreateOnly');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
