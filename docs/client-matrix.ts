import { globSync, readFileSync } from 'node:fs';
import { callNames, calls } from '../test/other-languages/calls.ts';
import { type Client, clients } from '../test/other-languages/clients.ts';
import { type Result, readResults } from '../test/other-languages/results.ts';

const root = new URL('..', import.meta.url).pathname;
const start = '<!-- generated from test/other-languages -->';
const end = '<!-- end of the generated part -->';

/** The guide with what stands between its markers written anew, from the results and the programs. */
export function renderClientMatrix(guide: string): string {
  const from = guide.indexOf(start);
  const to = guide.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The guide lacks the lines ${start} and ${end}.`);
  const results = readResults().filter(({ document }) => document === 'generators');
  const parts = [renderTable(results), ...clients.map((client) => renderClient(client, resultOf(client, results)))];
  return `${guide.slice(0, from + start.length)}\n\n${parts.join('\n\n')}\n\n${guide.slice(to)}`;
}

function renderTable(results: readonly Result[]): string {
  const rows = clients.map((client) => {
    const result = resultOf(client, results);
    const outcome = result === undefined ? 'not run' : `${result.passed.length} of ${callNames.length}`;
    return `| ${client.language} | [${client.generator}](#${anchorOf(client)}) | ${result?.toolchain ?? ''} | ${outcome} |`;
  });
  const titles = callNames.map((name) => calls[name].title).join(', ');
  return [
    '| language | generator | compiled or run by | calls that work |',
    '|---|---|---|---|',
    ...rows,
    '',
    `The calls: ${titles}.`,
  ].join('\n');
}

function renderClient(client: Client, result: Result | undefined): string {
  const program = programOf(client);
  const notes = [...client.notes, ...(result?.remark === undefined ? [] : [result.remark]), ...limitsOf(result)];
  return [
    `## ${client.language}: ${client.generator}`,
    ...(client.generate.length === 0
      ? []
      : [`\`\`\`sh not-run: needs the toolchain\n${client.generate.join('\n')}\n\`\`\``]),
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

const resultOf = ({ name }: Client, results: readonly Result[]) => results.find(({ client }) => client === name);

const anchorOf = ({ language, generator }: Client) =>
  `${language}: ${generator}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

/** The file that makes the calls. */
function programOf({ name }: Client): string {
  const [path] = globSync(`test/other-languages/programs/${name}/**/{calls.*,Calls.*,main.*}`, { cwd: root });
  if (path === undefined) throw new Error(`There is no program of ${name}.`);
  return path;
}

/** TypeScript names the file it is quoted from. */
function fenceOf(path: string): string {
  const language = path
    .slice(path.lastIndexOf('.') + 1)
    .replace('rs', 'rust')
    .replace('py', 'python');
  return language === 'ts' ? `ts ${path}` : language;
}

/** The paragraph that makes the first call, without what it reports. */
function exampleOf(path: string): string {
  const paragraphs = readFileSync(`${root}${path}`, 'utf8').split(/\n\s*\n/);
  const paragraph = paragraphs.find((text) => /report\(['"]create['"]/.test(text)) ?? '';
  const lines = paragraph
    .slice(0, paragraph.search(/^\s*report\(/m))
    .split('\n')
    .filter((line) => line !== '');
  const indent = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indent)).join('\n');
}
