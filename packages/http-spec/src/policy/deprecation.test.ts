import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operation } from '../zod/index.ts';
import { assertSuccessors, type Deprecation, deprecationFields, isRetired, successorLink } from './deprecation.ts';

const deprecate = (deprecated: Deprecation) =>
  operation({
    id: 'notes.list',
    method: 'GET',
    path: '/notes',
    summary: 'Notes',
    deprecated,
    responses: { 200: z.object({}) },
  });

describe('a deprecation', () => {
  it('is part of the policy, marks the ts-rest route, and declares 410 when it has a sunset', () => {
    const open = deprecate({ since: '2026-11-01' });
    expect(open.deprecated).toBe(true);
    expect(open.metadata.deprecated).toEqual({ since: '2026-11-01' });
    expect(open.metadata.errors).not.toContain('operation_retired');
    const ending = deprecate({ since: '2026-11-01', sunset: '2026-11-01' });
    expect(ending.metadata.errors).toContain('operation_retired');
    expect(ending.responses).toHaveProperty('410');
  });

  it.each<[string, object, string]>([
    ['a day the calendar does not have', { since: '2026-02-30' }, 'deprecated.since is an ISO date'],
    ['a time', { since: '2026-11-01T00:00:00Z' }, 'deprecated.since is an ISO date such as 2026-11-01'],
    ['no beginning', {}, 'deprecated.since is an ISO date such as 2026-11-01, not "undefined".'],
    ['true in its place', { since: true }, 'deprecated.since is an ISO date'],
    ['an end that is no date', { since: '2026-11-01', sunset: 'soon' }, 'deprecated.sunset is an ISO date'],
    [
      'an end before its beginning',
      { since: '2026-11-01', sunset: '2026-10-31' },
      'deprecated.sunset (2026-10-31) is before deprecated.since (2026-11-01).',
    ],
    ['a link that would end early', { since: '2026-11-01', link: 'a>; rel="x"' }, 'deprecated.link is an address'],
    ['a property it does not know', { since: '2026-11-01', until: '2027-01-01' }, 'has no property "until"'],
  ])('is refused with %s, naming the operation', (_, deprecated, problem) => {
    const define = () => deprecate(deprecated as Deprecation);
    expect(define).toThrow(TypeError);
    expect(define).toThrow('notes.list (GET /notes): ');
    expect(define).toThrow(problem);
  });

  it('cannot name its own operation, nor an unknown one, as its successor', () => {
    const notes = { operationId: 'notes.list', deprecated: { since: '2026-11-01', successor: 'pages.list' } };
    expect(() => assertSuccessors([notes, { operationId: 'pages.list' }])).not.toThrow();
    expect(() => assertSuccessors([notes])).toThrow('notes.list: deprecated.successor "pages.list" is not another');
    expect(() => assertSuccessors([{ ...notes, operationId: 'pages.list' }])).toThrow(TypeError);
  });

  it('is written as the fields of RFC 9745, RFC 8594 and RFC 8288', () => {
    expect(deprecationFields({ since: '2023-07-01' })).toEqual({ Deprecation: '@1688169600' });
    expect(deprecationFields({ since: '2023-07-01', sunset: '2024-06-30', link: '/docs/moving' })).toEqual({
      Deprecation: '@1688169600',
      Sunset: 'Sun, 30 Jun 2024 00:00:00 GMT',
      Link: '</docs/moving>; rel="deprecation"',
    });
  });

  it('ends at 00:00 UTC of its sunset, and never without one', () => {
    const deprecated = { since: '2026-11-01', sunset: '2027-05-01' };
    expect(isRetired({ deprecated }, Date.UTC(2027, 4, 1) - 1)).toBe(false);
    expect(isRetired({ deprecated }, Date.UTC(2027, 4, 1))).toBe(true);
    expect(isRetired({ deprecated: { since: '2026-11-01' } }, Number.MAX_SAFE_INTEGER)).toBe(false);
    expect(isRetired({}, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});

describe('the link to a successor', () => {
  it('has the parameters of the request', () => {
    expect(successorLink('/v2/notes/:id/lines/:line', { id: 'a/b', line: '1', more: 'x' })).toBe(
      '</v2/notes/a%2Fb/lines/1>; rel="successor-version"',
    );
  });

  it('is missing where the request lacks one', () => {
    expect(successorLink('/v2/notes/:id', { name: 'a' })).toBeNull();
  });
});
