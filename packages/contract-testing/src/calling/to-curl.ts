import type { SentPart, SentRequest } from './exchange.ts';

/** A request as a curl line; credentials become variables, and long or binary files their names. */
export function toCurl({ method, url, headers, body }: SentRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `-H ${quoteField(`${name}: ${value}`)}`);
  const content = typeof body === 'string' ? [`--data-raw ${quote(body)}`] : (body ?? []).map(toOption);
  const verb = method === 'HEAD' ? '-I' : method === 'GET' ? '' : `-X ${method}`;
  return ['curl', '-i', verb, quote(url), ...fields, ...content].filter((word) => word !== '').join(' ');
}

/** curl reads a double-quoted part literally, with backslashes before quotes. */
function toOption({ name, file, text }: SentPart): string {
  const fromFile = file === null ? `<${name}` : `@${file.name}`;
  const content = text === null ? fromFile : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  const described = file === null ? '' : `;filename=${file.name};type=${file.mediaType}`;
  return `-F ${quote(`${name}=${content}${described}`)}`;
}

/** Double quotes where the name of a credential ends the field, so that the shell expands it. */
function quoteField(text: string): string {
  return /^[^"$\\`!]*\$[A-Z][A-Z0-9_]*$/.test(text) ? `"${text}"` : quote(text);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
