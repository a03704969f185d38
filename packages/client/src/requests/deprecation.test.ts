import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failure, script } from '../../test-support/scripted-server.ts';
import type { DeprecationNotice } from '../index.ts';

const headers = {
  deprecation: '@1793491200',
  sunset: 'Sat, 01 May 2027 00:00:00 GMT',
  link: '<https://example.com/v2>; rel="deprecation", </v1/pages/n1>; rel="successor-version"',
};
const note = { status: 200, headers, body: { data: { id: 'n1', text: 'x', stars: 0 } } };
const get = { params: { id: 'n1' } };

/** The warnings of the test, which are not shown. */
function collectWarnings(): unknown[][] {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  return warn.mock.calls;
}

describe('a deprecated operation', () => {
  it('causes one warning on the console, however often it is called', async () => {
    const warnings = collectWarnings();
    const { client } = await script([note, note, { ...note, headers: { deprecation: '@1793491200' } }]);
    await client.notes.get(get);
    await client.notes.get(get);
    await client.notes.create({ body: { text: 'x' } });
    expect(warnings).toEqual([
      [
        'notes.get is deprecated from 2026-11-01 on; it ends on 2027-05-01; it is replaced by /v1/pages/n1; see https://example.com/v2.',
      ],
      ['notes.create is deprecated from 2026-11-01 on.'],
    ]);
  });

  it('is passed to the hook instead, with its dates and addresses', async () => {
    const warnings = collectWarnings();
    const notices: DeprecationNotice[] = [];
    const { client } = await script([note], { onDeprecated: (notice) => void notices.push(notice) });
    await client.notes.get(get);
    await client.notes.get(get);
    expect(notices).toEqual([
      {
        operationId: 'notes.get',
        since: new Date('2026-11-01'),
        sunset: new Date('2027-05-01'),
        link: 'https://example.com/v2',
        successor: '/v1/pages/n1',
      },
    ]);
    expect(warnings).toEqual([]);
  });

  it('is passed to the hook when the call fails, too', async () => {
    const notices: DeprecationNotice[] = [];
    const onDeprecated = (notice: DeprecationNotice) => void notices.push(notice);
    const { client } = await script([failure(410, 'operation_retired', { headers })], { onDeprecated });
    await expect(client.notes.get(get)).rejects.toMatchObject({ status: 410, code: 'operation_retired' });
    expect(notices).toMatchObject([{ operationId: 'notes.get' }]);
  });

  it('causes no warning when the hook is switched off', async () => {
    const warnings = collectWarnings();
    const { client } = await script([note], { onDeprecated: false });
    await client.notes.get(get);
    expect(warnings).toEqual([]);
  });

  it('is not reported without a Deprecation header, or with one that is not a date', async () => {
    const warnings = collectWarnings();
    const { client } = await script([
      { ...note, headers: {} },
      { ...note, headers: { deprecation: 'true' } },
      { ...note, headers: { deprecation: '' } },
    ]);
    for (let count = 0; count < 3; count += 1) await client.notes.get(get);
    expect(warnings).toEqual([]);
  });
});
