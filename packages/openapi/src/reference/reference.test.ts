import { standardErrors } from '@contract-kit/http-spec';
import { describe, expect, it } from 'vitest';
import { todoContract, todoOptions } from '../fixtures/todo-contract.ts';
import { routesOf } from '../routes-of.ts';
import { createErrorReference } from './error-reference.ts';
import { createOperationReference } from './operation-reference.ts';

const rowOf = (page: string, start: string) => page.split('\n').find((line) => line.startsWith(start));

describe('createErrorReference', () => {
  const page = createErrorReference(standardErrors);

  it('has a row for every code, by status', () => {
    const statuses = [...page.matchAll(/^\| (\d{3}) \| `(\w+)`/gm)].map(([, status, code]) => [Number(status), code]);
    expect(statuses).toHaveLength(Object.keys(standardErrors).length);
    expect(statuses).toEqual(statuses.toSorted(([a], [b]) => Number(a) - Number(b)));
  });

  it('says what a client does with a code', () => {
    expect(rowOf(page, '| 429')).toContain('after `Retry-After`');
    expect(rowOf(page, '| 500')).toContain('backoff');
    expect(rowOf(page, '| 404')).toMatch(/\| no \|$/);
  });
});

describe('createOperationReference', () => {
  const page = createOperationReference(todoContract, todoOptions);

  it('has a row for every operation under the heading of its tag', () => {
    expect(page.match(/^## .*$/gm)).toEqual(['## Meta', '## To-dos', '## labels', '## files']);
    expect(page.match(/^\| `/gm)).toHaveLength(routesOf(todoContract).length);
  });

  it('states request, scopes, policies and codes of an operation', () => {
    expect(rowOf(page, '| `todos.create`')).toBe(
      '| `todos.create`<br>Create a to-do | `POST /todos` | `todos:write` `labels:read` | ' +
        'body up to 16 KiB<br>`Idempotency-Key` | `forbidden` `payload_too_large` `validation_failed` ' +
        '`idempotency_in_progress` `idempotency_key_reused` `conflict` |',
    );
    expect(rowOf(page, '| `todos.put`')).toContain('`ETag`, `If-Match`<br>creates what does not exist');
    expect(rowOf(page, '| `files.create`')).toContain(
      'body up to 64 KiB, files up to 25 MB: `application/json`, `multipart/form-data`',
    );
    expect(rowOf(page, '| `meta.index`')).toContain('| no key |');
  });

  it('names the codes every operation can answer once', () => {
    expect(page).toContain(
      'Every operation can answer `bad_request`, `rate_limited`, `internal_error`, and with a key `unauthorized`.',
    );
  });
});
