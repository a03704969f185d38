import { judgeFindings } from '@contract-kit/diff';
import { describe, expect, it } from 'vitest';
import { findChangesSince, findReleases, readAcknowledgements } from './releases.ts';

const [last = ''] = (await findReleases()).reverse();
const { failing, unused, expired } = judgeFindings(await findChangesSince(last), {
  failOn: 'breaking',
  acknowledgements: await readAcknowledgements(),
});

describe('the API, compared with its last release', () => {
  it('breaks nothing without a reason in releases/acknowledged.json', () => {
    expect(
      failing.map(({ fingerprint, operation, path, message }) => ({ fingerprint, operation, path, message })),
    ).toEqual([]);
  });

  it('has every acknowledged break, and no expired acknowledgement', () => {
    expect({ unused, expired }).toEqual({ unused: [], expired: [] });
  });
});
