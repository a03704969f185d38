import { describe, expect, it } from 'vitest';
import { toCurl, toTypedClient } from './request-code.ts';

const upload = {
  operation: 'imports.create',
  input: { body: { file: new File(['sku'], "Anna's prices.csv"), dryRun: true, mapping: { Title: 'name' } } },
} as const;

describe('The code of a call with a file', () => {
  it('sends the file as a form by curl', () => {
    expect(toCurl('https://pim.example.com/api/v1', upload)).toBe(
      [
        `curl -X POST 'https://pim.example.com/api/v1/imports'`,
        '-H "Authorization: Bearer $PCM_API_KEY"',
        `-F 'file=@Anna'\\''s prices.csv'`,
        `-F 'dryRun=true'`,
        `-F 'mapping={"Title":"name"}'`,
      ].join(' \\\n  '),
    );
  });

  it('opens the file for the typed client', () => {
    const code = toTypedClient('https://pim.example.com/api/v1', upload);
    expect(code).toContain(`import { openAsBlob } from 'node:fs';`);
    expect(code).toContain(`file: await openAsBlob("Anna's prices.csv"),`);
  });
});
