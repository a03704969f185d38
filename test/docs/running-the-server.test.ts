import { expect, it } from 'vitest';
import { describeSettings } from '../../apps/server/src/config/index.ts';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';

const { tables } = readMarkdown(inRepository('docs/guides/running-the-server.md'));

it('the guide to running the server has every setting, with its default and its meaning', () => {
  const rows = describeSettings().map(({ name, default: byDefault, description }) => [
    `\`${name}\``,
    byDefault === null ? '' : `\`${byDefault}\``,
    description,
  ]);
  expect(tables.find(([header]) => header?.join() === 'name,default,meaning')?.slice(1)).toEqual(rows);
});
