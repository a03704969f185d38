import { type Call, routeOf } from './operations.ts';

/** Code examples never contain the key: they read it from the environment. */
const keyVariable = 'PCM_API_KEY';

/** The call as a curl command for a POSIX shell. */
export function toCurl(baseUrl: string, { operation, input }: Call): string {
  const { method, path } = routeOf(operation);
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(`${baseUrl}${fill(path, input.params)}${search(input.query)}`)}`,
    `-H "Authorization: Bearer $${keyVariable}"`,
    ...(input.ifMatch === undefined ? [] : [`-H ${shellQuoted(`If-Match: ${input.ifMatch}`)}`]),
    ...curlBody(input.body),
  ];
  return parts.join(' \\\n  ');
}

/** The call in TypeScript, with the typed client. */
export function toTypedClient(baseUrl: string, { operation, input }: Call): string {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => !isNothing(value)));
  const argument = Object.keys(given).length === 0 ? '' : literal(given);
  return [
    ...(isForm(input.body) ? [`import { openAsBlob } from 'node:fs';`] : []),
    `import { createClient } from '@contract-kit/client';`,
    `import { contract } from '@product-content/contract';`,
    '',
    `const client = createClient(contract, { baseUrl: '${baseUrl}', apiKey: process.env.${keyVariable} });`,
    `const { body } = await client.${operation}(${argument});`,
  ].join('\n');
}

function curlBody(body: unknown): readonly string[] {
  if (body === undefined) return [];
  if (!isForm(body)) return [`-H 'Content-Type: application/json'`, `-d ${shellQuoted(JSON.stringify(body))}`];
  return Object.entries(body).map(([name, value]) => {
    if (value instanceof File) return `-F ${shellQuoted(`${name}=@${value.name}`)}`;
    return `-F ${shellQuoted(`${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)}`;
  });
}

/** Whether a body is sent as a form because it contains a file. */
function isForm(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof File);
}

function fill(path: string, params: Call['input']['params'] = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function search(query: Call['input']['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(
    given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const isNothing = (value: unknown) =>
  value === undefined ||
  (typeof value === 'object' && value !== null && Object.values(value).every((part) => part === undefined));

/** An object literal as people write it: names without unnecessary quotes, and files as code that opens them. */
function literal(value: unknown): string {
  const withNames = (_: string, part: unknown) => (part instanceof File ? { openAsBlob: part.name } : part);
  return JSON.stringify(value, withNames, 2)
    .replace(/\{\s*"openAsBlob": (".*")\s*\}/g, 'await openAsBlob($1)')
    .replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
}
