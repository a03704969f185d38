import { createSnapshot, diffContracts, type Finding, readSnapshot } from '@contract-kit/diff';
import { contract } from './later.ts';

/** What breaks callers of a contract that was written down before. */
export async function findBreaks(earlier: unknown): Promise<Finding[]> {
  const findings = diffContracts(readSnapshot(earlier), await createSnapshot(contract));
  return findings.filter(({ level }) => level === 'breaking');
}
