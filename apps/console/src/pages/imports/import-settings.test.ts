import { describe, expect, it } from 'vitest';
import { defaultSettings, toImportRequest } from './import-settings.ts';

const file = new File(['code,name'], 'categories.csv');
const draft = { file, checked: null, chosen: {} };

describe('toImportRequest', () => {
  it('sends only what differs from the defaults, which a profile or a preset may set', () => {
    const settings = { ...defaultSettings, profile: 'imp_1', mode: 'update', createMissing: ['options'] } as const;
    const body = { file, dryRun: true, profile: 'imp_1', mode: 'update', createMissing: { options: true } };
    expect(toImportRequest({ ...draft, settings }, true)).toEqual({ body });
  });

  it('leaves out the options of products for records of the catalog', () => {
    const settings = {
      ...defaultSettings,
      recordType: 'categories',
      missing: 'archive',
      createMissing: ['options'],
      sheet: 'Tree',
    } as const;
    const body = { file, dryRun: false, recordType: 'categories', sheet: 'Tree' };
    expect(toImportRequest({ ...draft, settings }, false)).toEqual({ body });
  });

  it('sends what every column becomes once one was changed', () => {
    const columns = [
      { column: 'Nr', targets: ['code'], samples: [], decimalSeparator: null, dateFormat: null },
      { column: 'Notes', targets: ['name'], samples: [], decimalSeparator: null, dateFormat: null },
    ];
    const detected = { preset: null } as never;
    const given = { file, settings: defaultSettings, checked: { columns, detected }, chosen: { Notes: [] } };
    expect(toImportRequest(given, false).body).toMatchObject({ mapping: { Nr: ['code'] } });
  });
});
