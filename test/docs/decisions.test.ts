import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository, root } from './repository.ts';

const decisions = globSync('docs/decisions/0*.md', { cwd: root }).sort();

/** The line of the index for a decision: its number, its file and its title. */
function rowOf(path: string): string[] {
  const [, number, title = ''] = /^# (\d+)\. (.+)\n/.exec(readFileSync(inRepository(path), 'utf8')) ?? [];
  return [`[${number}](${basename(path)})`, title];
}

describe('the decisions', () => {
  it('are listed by their numbers and titles', () => {
    const [index] = readMarkdown(inRepository('docs/decisions/README.md')).tables;
    expect(index?.slice(1)).toEqual(decisions.map(rowOf));
  });

  it.each(decisions)('%s fits on one screen and states context and decision', (path) => {
    expect(readMarkdown(inRepository(path)).lines).toBeLessThanOrEqual(40);
    const text = readFileSync(inRepository(path), 'utf8');
    expect(text).toContain('**Context.**');
    expect(text).toContain('**Decision.**');
  });
});
