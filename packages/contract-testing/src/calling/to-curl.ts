import type { SentRequest } from './exchange.ts';

/** A request as a line for a shell; keys stay names of variables. */
export function toCurl({ method, url, headers, body }: SentRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const parts = body instanceof FormData ? [...body].map(([name, value]) => formPart(name, value)) : [];
  const text = typeof body === 'string' ? [`--data-raw ${quote(body)}`] : [];
  const verb = method === 'HEAD' ? '-I' : method === 'GET' ? '' : `-X ${method}`;
  return ['curl', '-i', verb, quote(url), ...fields, ...parts, ...text].filter((word) => word !== '').join(' ');
}

function formPart(name: string, value: string | File): string {
  return `-F ${quote(typeof value === 'string' ? `${name}=${value}` : `${name}=@${value.name}`)}`;
}

/** Double quotes where a variable stands in the text, so that the shell fills it in. */
function quote(text: string): string {
  if (/^(authorization: Bearer |x-api-key: )\$\w+$/.test(text)) return `"${text}"`;
  const shown = text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
  return `'${shown.replaceAll("'", `'\\''`)}'`;
}
