import type { SentPart, SentRequest } from './exchange.ts';

/** A request as a line for a shell; keys stay names of variables, and a file that is long or no text its name. */
export function toCurl({ method, url, headers, body }: SentRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const content = typeof body === 'string' ? [`--data-raw ${quote(body)}`] : (body ?? []).map(toOption);
  const verb = method === 'HEAD' ? '-I' : method === 'GET' ? '' : `-X ${method}`;
  return ['curl', '-i', verb, quote(url), ...fields, ...content].filter((word) => word !== '').join(' ');
}

/** curl reads a part in double quotes as it is, with backslashes before quotes. */
function toOption({ name, file, text }: SentPart): string {
  const fromFile = file === null ? `<${name}` : `@${file.name}`;
  const content = text === null ? fromFile : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  const described = file === null ? '' : `;filename=${file.name};type=${file.mediaType}`;
  return `-F ${quote(`${name}=${content}${described}`)}`;
}

/** Double quotes where a variable stands in the text, so that the shell fills it in. */
function quote(text: string): string {
  if (/^(authorization: Bearer |x-api-key: )\$\w+$/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
