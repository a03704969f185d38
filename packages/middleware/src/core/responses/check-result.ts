import { ApiError, policyOf, type RoutePolicy, vocabularyKey } from '@contract-kit/http-spec';
import { declaresMediaType, fileTypesOf } from '@contract-kit/http-spec/zod';
import { toFieldErrors } from '../../errors/field-errors.ts';
import { FileBody } from '../../files/file-body.ts';
import { type HandlerResult, JsonText } from '../../handler-result.ts';
import { type Schema, validate } from '../../validation/validate.ts';
import { type AppRoute, isAppRouteNoBody, isAppRouteOtherResponse, isStandardSchema } from '../ts-rest.ts';

/**
 * Asserts that a result keeps the contract: its status is declared and its body fits the schema, pre-rendered text
 * included. For tests and development: it costs a parse and a validation per response.
 *
 * @throws Error naming operation, status and fields.
 */
export function checkResult(route: AppRoute, result: HandlerResult): void {
  const { status, body } = result;
  const name = policyOf(route).operationId;
  const response = route.responses[status];
  if (response === undefined) throw new Error(`${name} responded with ${status}, which its contract does not declare.`);
  if (isAppRouteNoBody(response)) {
    if (body !== undefined) throw new Error(`${name} responded with ${status} and a body; it declares none.`);
    return;
  }
  for (const header of missingHeaders(route, result)) {
    throw new Error(`${name} responded with ${status} without the header ${header}, which its contract promises.`);
  }
  if (isAppRouteOtherResponse(response)) return;
  const fileTypes = fileTypesOf(response);
  if (fileTypes !== undefined) {
    checkFile(name, result, fileTypes);
    return;
  }
  // The JSON form is compared: without undefined members, with dates as text.
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  if (text === undefined) throw new Error(`${name} responded with ${status} without the body it declares.`);
  if (!isStandardSchema(response)) return;
  const { issues } = validate(response as Schema, JSON.parse(text));
  if (issues === undefined) return;
  const fields = JSON.stringify(toFieldErrors(issues));
  throw new Error(`${name} responded with ${status} and a body its contract forbids: ${fields}`);
}

/** A file includes its own tag. */
function missingHeaders({ method, metadata }: AppRoute, { status, headers = {}, body }: HandlerResult): string[] {
  const { entityTag } = metadata as RoutePolicy;
  const hasTag = entityTag !== 'none' && method !== 'DELETE' && (status === 200 || status === 201);
  const promised = [
    ...(status === 201 && method === 'POST' ? ['Location'] : []),
    ...(hasTag && !(body instanceof FileBody) ? ['ETag'] : []),
  ];
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return promised.filter((name) => !given.has(name.toLowerCase()));
}

/** The bytes are not checked, only that their media type is declared. */
function checkFile(name: string, { status, headers = {}, body }: HandlerResult, types: readonly string[]): void {
  const stated = Object.entries(headers).find(([header]) => header.toLowerCase() === 'content-type')?.[1];
  const mediaType = (body instanceof FileBody ? body.options.mediaType : stated?.toString()) ?? 'no media type';
  if (declaresMediaType(types, mediaType)) return;
  throw new Error(`${name} responded with ${status} and ${mediaType}; it declares ${types.join(', ')}.`);
}

/**
 * Asserts that a thrown error keeps the contract: its code is among those the operation declares, and its details are
 * those the code promises.
 *
 * @throws Error naming operation and code, with the thrown error as its cause.
 */
export function checkThrown(route: AppRoute, thrown: unknown): void {
  if (!(thrown instanceof ApiError)) return;
  const { operationId, errors, [vocabularyKey]: vocabulary } = policyOf(route);
  const fail = (problem: string): never => {
    throw new Error(`${operationId} failed with ${thrown.code}${problem}`, { cause: thrown });
  };
  if (!errors.includes(thrown.code)) fail(', which its contract does not declare.');
  const schema = vocabulary?.errors[thrown.code]?.details;
  if (!isStandardSchema(schema)) return;
  // The JSON form is compared, because it is what clients read.
  const { details } = thrown;
  const sent: unknown = details === undefined ? undefined : JSON.parse(JSON.stringify(details));
  if (sent === undefined) fail(' and without the details that its code promises.');
  const { issues } = validate(schema as Schema, sent);
  if (issues === undefined) return;
  fail(` and details that its code does not have: ${JSON.stringify(toFieldErrors(issues))}`);
}
