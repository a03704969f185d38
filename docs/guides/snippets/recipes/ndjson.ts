import type { Readable } from 'node:stream';
import { ApiError, invalidFields } from '@contract-kit/http-spec';
import { dataOf, operation } from '@contract-kit/http-spec/zod';
import { type Api, type BodyReader, createApi, type Handlers } from '@contract-kit/middleware';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { options } from './options.ts';

const c = initContract();
const ndjson = 'application/x-ndjson';

const ReadingSchema = z.strictObject({ sensor: z.string().min(1), value: z.number() });
const TotalsSchema = z.map(z.string(), z.number()).meta({ content: { [ndjson]: ReadingSchema } });

export const contract = c.router({
  send: operation({
    id: 'readings.send',
    method: 'POST',
    path: '/readings',
    summary: 'Send readings, one per line',
    bodyTypes: [ndjson],
    bodyLimit: 100 * 1024 * 1024,
    body: TotalsSchema,
    responses: { 200: dataOf(z.object({ sensors: z.int() })) },
  }),
  totals: operation({
    id: 'readings.totals',
    method: 'GET',
    path: '/readings/totals',
    summary: 'The total of each sensor, one per line',
    responses: { 200: c.otherResponse({ contentType: ndjson, body: z.string() }) },
  }),
});

/** Adds readings up while they arrive, so that a body of any size takes the memory of one line. */
const readReadings: BodyReader = async (request, { limit }) => {
  const totals = new Map<string, number>();
  let number = 0;
  for await (const line of linesOf(request.openBody(), limit)) {
    number += 1;
    const { sensor, value } = parseReading(line, number);
    totals.set(sensor, (totals.get(sensor) ?? 0) + value);
  }
  return { body: totals };
};

function parseReading(line: string, number: number): z.infer<typeof ReadingSchema> {
  try {
    return ReadingSchema.parse(JSON.parse(line));
  } catch {
    throw invalidFields({ [`line ${number}`]: 'Must be a reading.' });
  }
}

async function* linesOf(body: Readable, limit: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  let rest = '';
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) throw new ApiError('payload_too_large', `The body is larger than ${limit} bytes.`);
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    // A refused body still has to flow, or the connection cannot be used again.
    body.resume();
  }
}

async function* toLines(totals: ReadonlyMap<string, number>): AsyncGenerator<string> {
  for (const [sensor, total] of totals) yield `${JSON.stringify({ sensor, total })}\n`;
}

export function createReadingsApi(totals = new Map<string, number>()): Api {
  const handlers: Handlers<typeof contract> = {
    send: async ({ body }) => {
      for (const [sensor, value] of body) totals.set(sensor, (totals.get(sensor) ?? 0) + value);
      return { status: 200, body: { data: { sensors: body.size } } };
    },
    totals: async () => ({ status: 200, body: toLines(totals) }),
  };
  return createApi({ ...options, contract, handlers, body: { readers: { [ndjson]: readReadings } } });
}
