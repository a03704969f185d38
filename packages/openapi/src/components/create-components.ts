import type { RoutePolicy, Vocabulary } from '@contract-kit/http-spec';
import type { Components, Parameter, PathItem, Response } from '../document.ts';
import { refsOf } from '../schemas/json-schema.ts';
import type { ErrorResponses } from './error-responses.ts';
import { headerReferences, sharedHeaders } from './headers.ts';
import { sharedParameters } from './request-headers.ts';
import { describeSchemes } from './security.ts';

/** Component name of the 304 of a conditional read; that of a file has more details. */
export const notModifiedName = ({ ranges }: RoutePolicy) => (ranges === true ? 'FileNotModified' : 'NotModified');

const description = 'The client has the current version (RFC 9110 §15.4.5).';

/** The 304 responses. */
export const notModified = {
  NotModified: { description, headers: headerReferences('ETag') },
  FileNotModified: { description, headers: headerReferences('ETag', 'Last-Modified', 'Content-Disposition') },
} as const satisfies Readonly<Record<string, Response>>;

/** The components the document refers to, sorted by name; schemas come later. */
export function createComponents(
  paths: Readonly<Record<string, PathItem>>,
  errors: ErrorResponses,
  deliveryHeaders: Readonly<Record<string, Parameter>>,
  vocabulary: Vocabulary,
): Omit<Components, 'schemas'> {
  const used = new Set(refsOf([paths, errors.components()]));
  const usedOf = <T>(section: string, entries: Readonly<Record<string, T>>): Record<string, T> =>
    sorted(Object.entries(entries).filter(([name]) => used.has(`#/components/${section}/${name}`)));
  const conditional = usedOf('responses', notModified);
  for (const ref of refsOf(conditional)) used.add(ref);
  return {
    responses: sorted(Object.entries({ ...errors.components(), ...conditional })),
    parameters: sorted(Object.entries({ ...usedOf('parameters', sharedParameters), ...deliveryHeaders })),
    headers: usedOf('headers', sharedHeaders),
    securitySchemes: describeSchemes(vocabulary),
  };
}

function sorted<T>(entries: [string, T][]): Record<string, T> {
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
