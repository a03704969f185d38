import type { Sender } from '../schemas/schema-rules.ts';
import { isPolicyParameter } from '../snapshot/policy-fields.ts';
import type { BodySnapshot, Content, OperationSnapshot, ParameterSnapshot } from '../snapshot/snapshot.ts';
import type { PlaceReport } from './place-report.ts';

/** Reports changes of requests. */
export function compareRequests(before: OperationSnapshot, after: OperationSnapshot, at: PlaceReport): void {
  compareParameters(before, after, at);
  compareBodies(before.body, after.body, at);
}

/** True when only one side has a policy: the parts a policy implies cannot be compared then. */
export function isHalfStated(before: OperationSnapshot, after: OperationSnapshot): boolean {
  return (before.policy === undefined) !== (after.policy === undefined);
}

function compareParameters(before: OperationSnapshot, after: OperationSnapshot, at: PlaceReport): void {
  const renamed = renamedParameters(before.path, after.path);
  for (const [from, to] of renamed) if (from !== to) at.report('path.parameter-renamed', 'path', from, to);
  const [from, to] = [before, after].map(({ parameters = [] }) =>
    isHalfStated(before, after) ? parameters.filter((parameter) => !isPolicyParameter(parameter)) : parameters,
  );
  const known = byName(from, (name) => renamed.get(name) ?? name);
  const taken = byName(to, (name) => name);
  for (const key of [...new Set([...known.keys(), ...taken.keys()])].sort()) {
    const [old, current] = [known.get(key), taken.get(key)];
    if (old !== undefined && current !== undefined) compareParameter(old, current, at);
    else if (old !== undefined) reportParameter(old, 'removed', at);
    else if (current !== undefined) reportParameter(current, 'added', at);
  }
}

/** Path parameters are matched by position: their names are not part of requests. */
function renamedParameters(before: string, after: string): Map<string, string> {
  const [from, to] = [before, after].map((path) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
  return new Map(from?.map((name, index) => [name, to?.[index] ?? name]));
}

function byName(
  parameters: readonly ParameterSnapshot[] = [],
  rename: (name: string) => string,
): Map<string, ParameterSnapshot> {
  const keyOf = ({ in: place, name }: ParameterSnapshot) => {
    if (place === 'path') return `path.${rename(name)}`;
    return `${place}.${place === 'header' ? name.toLowerCase() : name}`;
  };
  return new Map(parameters.map((parameter) => [keyOf(parameter), parameter]));
}

function reportParameter({ in: place, name, required }: ParameterSnapshot, change: string, at: PlaceReport): void {
  // A changed path is reported as such; its parameters are not compared.
  if (place === 'path') return;
  at.report(
    `${place === 'query' ? 'query' : 'header'}.${required ? 'required-' : ''}parameter-${change}`,
    `${place}.${name}`,
  );
}

function compareParameter(before: ParameterSnapshot, after: ParameterSnapshot, at: PlaceReport): void {
  const path = `${after.in}.${after.name}`;
  if (before.required !== after.required) {
    at.report(after.required ? 'request.parameter-required' : 'request.parameter-optional', path);
  }
  if (before.deprecated !== after.deprecated) {
    at.report(after.deprecated ? 'request.parameter-deprecated' : 'request.parameter-restored', path);
  }
  if (before.list !== after.list && before.list !== undefined && after.list !== undefined) {
    at.report(after.list === 'repeated' ? 'request.list-repeated' : 'request.list-in-commas', path);
  }
  at.compareSchemas(before.schema, after.schema, { sender: 'request', path });
}

function compareBodies(before: BodySnapshot | undefined, after: BodySnapshot | undefined, at: PlaceReport): void {
  const body = before ?? after;
  if (body === undefined) return;
  if (before === undefined || after === undefined) {
    const change = before === undefined ? 'added' : 'removed';
    at.report(`request.${body.required ? 'required-' : ''}body-${change}`, 'body');
    return;
  }
  if (before.required !== after.required) {
    at.report(after.required ? 'request.body-required' : 'request.body-optional', 'body');
  }
  compareContent(before.content, after.content, { sender: 'request', path: 'body' }, at);
}

/** Reports changes of a body: its media types, and the schema of each. */
export function compareContent(
  before: Content,
  after: Content,
  { sender, path }: { readonly sender: Sender; readonly path: string },
  at: PlaceReport,
): void {
  for (const type of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
    const [from, to] = [before[type], after[type]];
    const place = type === 'application/json' ? path : `${path}(${type})`;
    if (from === undefined) at.report(`${sender}.media-type-added`, path, undefined, type);
    else if (to === undefined) at.report(`${sender}.media-type-removed`, path, type);
    else at.compareSchemas(from, to, { sender, path: place });
  }
}
