import { type ErrorDefinition, type ErrorTable, toErrorBody } from '@contract-kit/http-spec';
import { code, toPage, toTable } from './markdown.ts';

const retryWords: Readonly<Record<ErrorDefinition['retry'], string>> = {
  never: 'no',
  after: 'after `Retry-After`',
  backoff: 'with exponential backoff',
};

/**
 * The error table as a Markdown page: every code with its status, its meaning, what a client does with it, and whether
 * it is stored for an Idempotency-Key.
 *
 * @example
 * await writeFile('docs/reference/errors.md', createErrorReference(standardErrors));
 */
export function createErrorReference(table: ErrorTable): string {
  const rows = Object.entries(table).sort(([, a], [, b]) => a.status - b.status);
  const envelope = toErrorBody({ code: 'not_found', message: 'There is no such record.', details: undefined }, 'req_…');
  return toPage(
    'Error codes',
    'Every error has this body. `code` is stable; `message` is for people and may change; `requestId` equals the ' +
      '`X-Request-Id` response header. A `validation_failed` carries `details.fieldErrors`, a message by dotted field path. ' +
      'Replayed are those that are stored for the `Idempotency-Key` of their request; the others use up no key.',
    `\`\`\`json\n${JSON.stringify(envelope, null, 2)}\n\`\`\``,
    toTable(
      ['Status', 'Code', 'When', 'Retry', 'Replayed'],
      rows.map(([name, { status, meaning, retry, stored }]) => {
        return [String(status), code(name), meaning, retryWords[retry], stored ? 'yes' : 'no'];
      }),
    ),
  );
}
