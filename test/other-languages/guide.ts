import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { inRepository, root } from '../docs/repository.ts';
import { callNames, calls } from './calls.ts';
import { type Client, clients } from './clients.ts';
import { type DocumentName, documents, type Result, readResults } from './results.ts';

const path = inRepository('docs/guides/other-languages.md');
const start = '<!-- generated from test/other-languages -->';
const end = '<!-- end of the generated part -->';

/** Writes the part of the guide between its markers anew. Returns false when it was current. */
export function writeGuide(): boolean {
  const { current, rendered } = renderGuide();
  if (current !== rendered) writeFileSync(path, rendered);
  return current !== rendered;
}

/** The guide as it is, and as the results and the programs have it. */
export function renderGuide(): { readonly current: string; readonly rendered: string } {
  const current = readFileSync(path, 'utf8');
  const from = current.indexOf(start);
  const to = current.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The guide lacks the lines ${start} and ${end}.`);
  const results = readResults();
  const parts = [
    renderTable(results),
    ...clients.map((client) => renderClient(client, resultOf(client, 'generators', results))),
  ];
  return {
    current,
    rendered: `${current.slice(0, from + start.length)}\n\n${parts.join('\n\n')}\n\n${current.slice(to)}`,
  };
}

function renderTable(results: readonly Result[]): string {
  const rows = clients.map((client) => {
    const result = resultOf(client, 'generators', results);
    const outcomes = [result, resultOf(client, 'plain', results)].map(describeOutcome);
    return `| ${client.language} | [${client.generator}](#${anchorOf(client)}) | ${result?.toolchain ?? ''} | ${outcomes.join(' | ')} |`;
  });
  const titles = callNames.map((name) => calls[name].title).join(', ');
  return [
    '| language | generator | compiled or run by | calls that work, `profile=generators` | with the exact document |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `The calls: ${titles}.`,
    '',
    'The programs are written for `profile=generators`. With the exact document, some do not compile because a type has another',
    'name there, others because the generator does not support OpenAPI 3.1 or webhooks.',
    '',
    'The results belong to the documents with these fingerprints (SHA-256, without descriptions and examples):',
    '',
    ...Object.entries(documents).map(([name, file]) => `- \`${file}\`: \`${fingerprintsOf(name, results)}\``),
  ].join('\n');
}

function describeOutcome(result: Result | undefined): string {
  if (result === undefined) return 'not run';
  if (result.failures.generate !== undefined) return 'does not generate';
  return result.failures.compile === undefined ? `${result.passed.length} of ${callNames.length}` : 'does not compile';
}

function fingerprintsOf(document: string, results: readonly Result[]): string {
  const fingerprints = results.filter((result) => result.document === document).map(({ sha256 }) => sha256);
  return [...new Set(fingerprints)].join(', ');
}

function renderClient(client: Client, result: Result | undefined): string {
  const program = programOf(client);
  const commands = [...client.install, ...client.generate];
  const notes = [...client.notes, ...(result?.remark === undefined ? [] : [result.remark]), ...limitsOf(result)];
  return [
    `## ${client.language}: ${client.generator}`,
    ...(commands.length === 0 ? [] : [`\`\`\`sh not-run: needs the toolchain\n${commands.join('\n')}\n\`\`\``]),
    ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
    `\`\`\`${fenceOf(program)}\n${exampleOf(program)}\n\`\`\``,
    `[The whole program](../../${program})`,
  ].join('\n\n');
}

function limitsOf(result: Result | undefined): string[] {
  if (result === undefined) return [];
  if (result.failures.generate !== undefined) return ['It does not generate a client.'];
  if (result.failures.compile !== undefined) return ['What it generates does not compile.'];
  const failed = callNames.filter((name) => !result.passed.includes(name));
  return failed.length === 0 ? [] : [`Calls that do not work: ${failed.map((name) => calls[name].title).join(', ')}.`];
}

function resultOf({ name }: Client, document: DocumentName, results: readonly Result[]): Result | undefined {
  return results.find((result) => result.client === name && result.document === document);
}

const anchorOf = ({ language, generator }: Client) =>
  `${language}: ${generator}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

/** The file that makes the calls. */
function programOf({ name }: Client): string {
  const [program] = globSync(`test/other-languages/programs/${name}/**/{calls.*,Calls.*,main.*}`, { cwd: root });
  if (program === undefined) throw new Error(`There is no program of ${name}.`);
  return program;
}

/** TypeScript names the file it is quoted from. */
function fenceOf(program: string): string {
  const language = program
    .slice(program.lastIndexOf('.') + 1)
    .replace('rs', 'rust')
    .replace('py', 'python')
    .replace('kt', 'kotlin');
  return language === 'ts' ? `ts ${program}` : language;
}

/** The paragraph that makes the first call, without what it reports. */
function exampleOf(program: string): string {
  const paragraphs = readFileSync(inRepository(program), 'utf8').split(/\n\s*\n/);
  const paragraph = paragraphs.find((text) => /report\(['"]create['"]/.test(text)) ?? '';
  const lines = paragraph
    .slice(0, paragraph.search(/^\s*report\(/m))
    .split('\n')
    .filter((line) => line !== '');
  const indent = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indent)).join('\n');
}
