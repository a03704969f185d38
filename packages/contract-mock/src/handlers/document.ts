import type { HandlerResult } from '@contract-kit/middleware';
import type { Walk } from '../records/state.ts';
import { type Call, fieldsOfBody, type RouteFacts, resultOf, taggedOf, tagOfFound, tenantOf } from './call.ts';

/** The documents of paths without a list: settings, a profile. */
export class Documents {
  readonly #documents = new Map<string, Readonly<Record<string, unknown>>>();

  /** GET: the last written value, completed from the schema. A view of a record has the tag of the record. */
  read(facts: RouteFacts, status: number, { place, found }: Walk, call: Call): HandlerResult {
    const known = this.#documents.get(nameOf(place, call));
    const tag = tagOfFound(taggedOf(found));
    return resultOf(facts, status, { known, fill: 'sample', about: `${place} ${tenantOf(call)}`, tag });
  }

  /** PUT replaces, PATCH adds, DELETE forgets. */
  write(facts: RouteFacts, status: number, place: string, call: Call): HandlerResult {
    const { method } = facts.route;
    const name = nameOf(place, call);
    const sent = fieldsOfBody(call.body);
    const fields = method === 'PATCH' ? { ...this.#documents.get(name), ...sent } : sent;
    if (method === 'DELETE') this.#documents.delete(name);
    else this.#documents.set(name, fields);
    return resultOf(facts, status, { known: fields, fill: 'sample', about: `${place} ${tenantOf(call)}` });
  }
}

function nameOf(place: string, call: Call): string {
  return `${tenantOf(call) ?? ''} ${place}`;
}
