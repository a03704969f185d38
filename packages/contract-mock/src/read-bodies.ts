import { Readable } from 'node:stream';
import type { ContractRoute } from '@contract-kit/contract-testing/generating';
import { type BodyOptions, type BodyReader, createMultipartReader } from '@contract-kit/middleware';

const multipart = 'multipart/form-data';
const ndjson = 'application/x-ndjson';

/** How the bodies of a contract are read: JSON by the middleware, and everything else it declares. */
export function readBodies(routes: readonly ContractRoute[]): BodyOptions {
  const isKnown = (type: string) =>
    type === multipart || type === ndjson || /^application\/(?:[\w.-]+\+)?json$/.test(type);
  const others = routes.flatMap(({ policy }) => policy.bodyTypes).filter((type) => !isKnown(type));
  const parserOf = (type: string) => (type === 'application/x-www-form-urlencoded' ? parseFields : asText);
  return {
    parsers: Object.fromEntries(others.map((type) => [type, parserOf(type)])),
    readers: { [multipart]: createFormReader() },
  };
}

function parseFields(text: string): unknown {
  return collect(new URLSearchParams(text));
}

const asText = (text: string): unknown => text;

/** Reads files by their policies; the bytes are counted and discarded. */
function createFormReader(): BodyReader {
  let received = 0;
  const readFiles = createMultipartReader({
    receiver: {
      async receive({ stream }) {
        for await (const _ of stream);
        received += 1;
        return `upload-${received}`;
      },
      discard: async () => undefined,
    },
  });
  return async (request, context) => {
    if (context.policy.fileParts !== undefined) return readFiles(request, context);
    // The form of a route without a policy may have any parts.
    const body = Readable.toWeb(request.openBody()) as ReadableStream;
    const form = await new Response(body, { headers: { 'content-type': context.contentType } }).formData();
    return { body: collect(form) };
  };
}

/** Values by name; a repeated name has a list. */
function collect(entries: Iterable<[string, unknown]>): Readonly<Record<string, unknown>> {
  const byName = Map.groupBy(entries, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
