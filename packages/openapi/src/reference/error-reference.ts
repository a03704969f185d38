import { type ErrorDefinition, policyOf, routesOf, vocabularyOf } from '@contract-kit/http-spec';
import { code, toPage, toTable } from '../markdown.ts';
import type { AppRoute, AppRouter } from '../ts-rest.ts';

const retryWords: Readonly<Record<ErrorDefinition['retry'], string>> = {
  never: 'no',
  after: 'after `Retry-After`',
  backoff: 'with exponential backoff',
};

/**
 * The error codes of a contract as a Markdown page: every code that its operations declare, with its status, its
 * meaning, what clients should do, and whether it is stored for an Idempotency-Key.
 *
 * @example
 * await writeFile('docs/reference/errors.md', createErrorReference(contract));
 */
export function createErrorReference(contract: AppRouter): string {
  const { errors, envelope } = vocabularyOf(contract);
  // Every path refuses other methods; all other codes are declared by operations.
  const declared = new Set([
    'method_not_allowed',
    ...routesOf<AppRoute>(contract).flatMap((route) => policyOf(route).errors),
  ]);
  const rows = Object.entries(errors)
    .filter(([code]) => declared.has(code))
    .sort(([, a], [, b]) => a.status - b.status);
  const message = 'The record does not exist.';
  const body = envelope.write({ code: 'not_found', status: 404, message, details: undefined, requestId: 'req_…' });
  return toPage(
    'Error codes',
    'Every error has this body. `code` is stable; `message` is for people and may change; `requestId` equals the ' +
      '`X-Request-Id` response header. A `validation_failed` carries `details.fieldErrors`, a message by dotted field path. ' +
      'Errors that are stored for the `Idempotency-Key` of their request are replayed; the others do not use up the key.',
    `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
    toTable(
      ['Status', 'Code', 'When', 'Retry', 'Replayed'],
      rows.map(([name, { status, meaning, retry, stored }]) => {
        return [String(status), code(name), meaning, retryWords[retry], stored ? 'yes' : 'no'];
      }),
    ),
  );
}
