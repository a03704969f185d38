import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseMarkdown, readMarkdown } from './markdown/markdown.ts';
import { findMarkdown, inRepository, resolveLink } from './repository.ts';

const documents = new Map(findMarkdown().map((path) => [path, readMarkdown(inRepository(path))]));
interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const isWebAddress = (target: string) => /^[a-z]+:/.test(target);

/** Why a link leads nowhere; null when it leads somewhere. */
function problemOf(from: string, target: string): string | null {
  const [path = '', anchor] = target.split('#');
  const found = resolveLink(from, path);
  if (found === null) return 'there is no such file';
  if (anchor === undefined) return null;
  const anchors = documents.get(found)?.anchors;
  return anchors?.has(anchor) ? null : 'there is no such heading';
}

describe('the documents', () => {
  it('are found', () => {
    expect([...documents.keys()]).toEqual(
      expect.arrayContaining(['README.md', 'docs/architecture.md', 'packages/middleware/README.md']),
    );
  });

  it.each([...documents])('%s links to files and headings that exist', (path, { links }) => {
    const broken = links
      .filter(({ target }) => !isWebAddress(target))
      .map(({ target, line }) => ({ target, line, problem: problemOf(path, target) }))
      .filter(({ problem }) => problem !== null);
    expect(broken).toEqual([]);
  });

  it('are all reachable from the README', () => {
    const reached = new Set(['README.md']);
    for (const path of reached) {
      for (const { target } of documents.get(path)?.links ?? []) {
        const found = isWebAddress(target) ? null : resolveLink(path, target.split('#')[0] as string);
        if (found === null) continue;
        reached.add(documents.has(`${found}/README.md`) ? `${found}/README.md` : found);
      }
    }
    expect([...documents.keys()].filter((path) => !reached.has(path))).toEqual([]);
  });
});

/** Names of schemas a text says are in the OpenAPI document: those in the paragraphs that link to it. */
function namedSchemas(text: string): string[] {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => /\]\([^)]*openapi\.json\)/.test(paragraph));
  return paragraphs.flatMap((paragraph) =>
    [...paragraph.matchAll(/`([A-Z][a-z]+(?:[A-Z][a-z]+)*)`/g)].map(([, name]) => name as string),
  );
}

describe('the schemas that documents name', () => {
  it.each([...documents.keys()])('%s are in the OpenAPI document', (path) => {
    const { components } = JSON.parse(readFileSync(inRepository('docs/openapi.json'), 'utf8')) as OpenApiDocument;
    const names = namedSchemas(readFileSync(inRepository(path), 'utf8'));
    expect(names.filter((name) => !Object.hasOwn(components.schemas, name))).toEqual([]);
  });

  it('are found where a paragraph links to the document', () => {
    const text = 'See [it](../openapi.json) under\n`ImportForm`, not `mode`.\n\nA `FileBody` is none.';
    expect(namedSchemas(text)).toEqual(['ImportForm']);
  });
});

it('a link to a missing file or heading is found', () => {
  const { links } = parseMarkdown('[a](docs/missing.md) [b](docs/README.md#missing) [c](docs/README.md)');
  expect(links.map(({ target }) => problemOf('README.md', target))).toEqual([
    'there is no such file',
    'there is no such heading',
    null,
  ]);
});
