import { isSamePath } from '@contract-kit/contract-testing/generating';
import type { Vocabulary } from '@contract-kit/http-spec';
import { type CursorCodec, type HandlerHeaders, type HandlerResult, notFound } from '@contract-kit/middleware';
import { createdIn } from '../contract/collections.ts';
import { shapeOf, successesOf } from '../contract/shapes.ts';
import { tagOf } from '../records/records.ts';
import type { Walk } from '../records/state.ts';
import { type Deliveries, isEndpointCollection } from '../webhooks/deliveries.ts';
import { act, createElsewhere } from './act.ts';
import { type Call, type RouteFacts, resultOf, tenantOf } from './call.ts';
import { ownHeadersOf } from './declared-headers.ts';
import type { Documents } from './document.ts';
import { fileResultOf, isFileResponse } from './files.ts';
import { listRecords } from './list-records.ts';
import { preferencesOf, preferredOutcome } from './preferred-outcome.ts';
import { createRecord, deleteRecord, mayCreate, patchRecord, putRecord, targetOf } from './write-record.ts';

/** What handlers share. */
export interface HandlerTools {
  readonly cursors: CursorCodec;
  readonly documents: Documents;
  readonly vocabulary: Vocabulary;
  readonly deliveries: Deliveries;
}

type Respond = (status: number, walk: Walk, call: Call) => HandlerResult;

/** The handler derived from a route. */
export function deriveHandler(facts: RouteFacts, tools: HandlerTools): (call: Call) => Promise<HandlerResult> {
  const { route, steps, state } = facts;
  const respond = chooseResponse(facts, tools);
  return async (call) => {
    const { vocabulary } = tools;
    const preferences = preferencesOf(call.context.request.headers.prefer);
    const preferred = preferredOutcome(preferences, { route, vocabulary, state });
    const walk = state.walk(steps, call.params, tenantOf(call));
    if (walk.missing !== null && !mayCreate(facts, walk)) throw notFound(route.policy.resource ?? 'record');
    const status = preferred ?? usualStatusOf(facts);
    const about = `${walk.place} ${tenantOf(call) ?? ''}`;
    // No await between finding a record and changing it, so that no other request intervenes.
    const result = isFileResponse(route, status)
      ? await fileResultOf(route, status, about)
      : respond(status, walk, call);
    const applied: HandlerHeaders = preferred === null ? {} : { 'Preference-Applied': `code=${preferred}` };
    return {
      ...result,
      status: preferred ?? result.status,
      headers: { ...ownHeadersOf(route, result.status, about), ...applied, ...result.headers },
    };
  };
}

/** 201 where a POST creates, else the first success that is not the one of a PUT that creates. */
function usualStatusOf({ route }: RouteFacts): number {
  const successes = successesOf(route);
  if (route.method === 'POST' && successes.includes(201)) return 201;
  return successes.find((status) => status !== 201) ?? successes[0] ?? 200;
}

function chooseResponse(facts: RouteFacts, { cursors, documents, deliveries }: HandlerTools): Respond {
  const { route, steps, collections } = facts;
  const namesRecord = steps.at(-1)?.kind === 'record';
  const own = collections.find(({ path }) => isSamePath(path, route.path));
  const created = createdIn(route, collections);
  switch (route.method) {
    case 'GET':
      if (namesRecord) return (status, walk) => readRecord(facts, status, walk);
      if (own !== undefined && successesOf(route).some((status) => shapeOf(route, status)?.isList === true)) {
        return (status, { place }, call) => listRecords(facts, status, { collection: own, place, cursors }, call);
      }
      return (status, walk, call) => documents.read(facts, status, walk, call);
    case 'POST':
      if (created === undefined) return (status, walk, call) => actOrTest(facts, deliveries, status, walk, call);
      if (created === own) {
        return (status, { place }, call) => createRecord(facts, status, { collection: created, place }, call);
      }
      return (status, walk, call) => createElsewhere(facts, status, { collection: created, walk }, call);
    case 'PUT':
      if (namesRecord) return (status, walk, call) => putRecord(facts, status, walk, call);
      break;
    case 'PATCH':
      if (namesRecord) return (status, walk, call) => patchRecord(facts, status, walk, call);
      break;
    default:
      if (namesRecord) return (status, walk, call) => deleteRecord(facts, status, walk, call);
  }
  return (status, { place }, call) => documents.write(facts, status, place, call);
}

/** `POST /webhooks/:id/test` sends the endpoint an event. */
function actOrTest(facts: RouteFacts, deliveries: Deliveries, status: number, walk: Walk, call: Call): HandlerResult {
  const [step, endpoint] = [facts.steps.at(-1), walk.found.at(-1)];
  const isTest = step?.kind === 'text' && step.text === 'test';
  if (isTest && endpoint !== undefined && isEndpointCollection(endpoint.collection)) {
    deliveries.test(endpoint, facts.state);
  }
  return act(facts, status, walk, call);
}

function readRecord(facts: RouteFacts, status: number, walk: Walk): HandlerResult {
  const { record } = targetOf(facts, walk);
  return resultOf(facts, status, { known: record.fields, fill: 'blank', about: walk.place, tag: tagOf(record) });
}
