import type { StreamedBody } from '../requests/streamed-body.ts';
import { isRepeatable, openSource, toReadableStream } from './byte-source.ts';

type Values = AsyncIterable<unknown> | Iterable<unknown>;

const encoder = new TextEncoder();

/**
 * A body of one JSON value per line (`application/x-ndjson`), written while it is sent.
 *
 * @param values an iterable, or preferably a function that creates one, so that the call can be retried.
 * @example
 * await client.readings.send({ body: jsonLines(() => sensor.readings()) });
 */
export function jsonLines(values: Values | (() => Values)): StreamedBody<never> {
  return {
    contentType: 'application/x-ndjson',
    repeatable: isRepeatable(values),
    open: (signal) => toReadableStream(encode(openSource(values)), signal),
  };
}

async function* encode(values: Values): AsyncGenerator<Uint8Array> {
  for await (const value of values) yield encoder.encode(`${JSON.stringify(value)}\n`);
}

export interface ReadJsonLinesOptions {
  /** Longest line in characters, of which one at a time is held in memory. Default 16 Mi. */
  readonly maxLineLength?: number;
}

/**
 * The values of a body that has one JSON value per line, as they arrive. Memory holds one line; leaving the loop ends
 * the connection.
 *
 * @typeParam Value what the lines hold; not checked.
 * @example
 * const { body } = await client.readings.export();
 * for await (const { sensor, value } of readJsonLines<Reading>(body)) add(sensor, value);
 * @throws SyntaxError when a line is not JSON; RangeError when it is too long.
 */
export async function* readJsonLines<Value = unknown>(
  body: AsyncIterable<Uint8Array>,
  { maxLineLength = 16 * 1024 * 1024 }: ReadJsonLinesOptions = {},
): AsyncGenerator<Value, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as Value;
    if (rest.length > maxLineLength) throw new RangeError(`A line is longer than ${maxLineLength} characters.`);
  }
  const last = rest + decoder.decode();
  if (last.trim() !== '') yield JSON.parse(last) as Value;
}
