import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFolder } from '../../testing/source-files.ts';
import { Ledger } from './ledger.ts';
import { createLines } from './progress.ts';
import { renderSummary } from './render-summary.ts';
import { openReportFile } from './report-file.ts';
import { toSummary } from './summary.ts';

const run = { catalog: 'icecat', workspace: 'acme', seconds: 1.25 };

/** Ten rows: eight sent (one of which failed), one folded, one refused. */
function tenRows(): Ledger {
  const ledger = new Ledger();
  for (let row = 0; row < 10; row++) ledger.countRow('products.csv');
  for (let row = 0; row < 7; row++) ledger.countRecord('simpleProducts', 'created');
  ledger.countRecord('variantProducts', 'failed');
  ledger.add({ outcome: 'folded', reason: 'goes into others', subject: 'F' });
  ledger.add({ outcome: 'refused', reason: 'has no parent', subject: 'R', where: 'products.csv row 3', detail: 'X' });
  ledger.add({ outcome: 'failed', reason: 'conflict', subject: 'V' });
  return ledger;
}

describe('the summary of a load', () => {
  it('accounts for every row and every product', () => {
    const summary = toSummary(tenRows(), { ...run, sent: 8 });
    expect(summary).toMatchObject({
      accountedFor: true,
      rows: { read: { 'products.csv': 10 }, sent: 8, folded: 1, refused: 1 },
      records: { simpleProducts: { created: 7 }, variantProducts: { failed: 1 } },
    });
  });

  it('reports a missing row or result', () => {
    expect(toSummary(tenRows(), { ...run, sent: 7 }).accountedFor).toBe(false);
    const short = tenRows();
    short.countRow('products.csv');
    expect(toSummary(short, { ...run, sent: 8 }).accountedFor).toBe(false);
  });

  it('groups findings by reason with the first five of each, most serious first', () => {
    const ledger = tenRows();
    for (let index = 0; index < 8; index++) {
      ledger.add({ outcome: 'refused', reason: 'has a bad SKU', subject: `S${index}` });
    }
    const { findings } = toSummary(ledger, { ...run, sent: 8 });
    expect(findings.map(({ outcome, reason, count }) => [outcome, reason, count])).toEqual([
      ['failed', 'conflict', 1],
      ['refused', 'has a bad SKU', 8],
      ['refused', 'has no parent', 1],
      ['folded', 'goes into others', 1],
    ]);
    expect(findings[1]?.examples).toHaveLength(5);
  });

  it('is readable text', () => {
    const text = renderSummary(toSummary(tenRows(), { ...run, sent: 8 }));
    expect(text).toContain('icecat → workspace acme, 1.3 s');
    expect(text).toMatch(/simple products +7 +0 +0 +0/);
    expect(text).toContain('10 of products.csv = 8 sent + 1 folded + 1 refused.');
    expect(text).toContain('1 × has no parent\n      R (products.csv row 3): X');
  });
});

it('a report file contains every finding, one per line', async () => {
  const path = join(await sourceFolder({}), 'report.ndjson');
  const report = await openReportFile(path);
  const ledger = new Ledger(report.write);
  for (let index = 0; index < 7; index++) ledger.add({ outcome: 'refused', reason: 'r', subject: `S${index}` });
  await report.close();
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).subject)).toEqual(['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6']);
});

it('a report file that cannot be written is refused by name', async () => {
  const path = join(await sourceFolder({}), 'missing', 'report.ndjson');
  await expect(openReportFile(path)).rejects.toThrow(`${path} cannot be written: no such file or directory.`);
});

it('progress without a terminal is one line for each tenth', () => {
  const lines: string[] = [];
  const progress = createLines((line) => lines.push(line));
  progress.step('products', 100);
  for (const done of [5, 10, 11, 35, 100]) progress.reach(done);
  expect(lines).toEqual(['products: 100', 'products: 10 of 100', 'products: 35 of 100', 'products: 100 of 100']);
});
