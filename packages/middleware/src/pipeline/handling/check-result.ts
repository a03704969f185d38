import { ApiError, policyOf } from '@contract-kit/http-spec';
import { declaresMediaType, fileTypesOf } from '@contract-kit/http-spec/zod';
import { type AppRoute, isAppRouteNoBody, isAppRouteOtherResponse, validateIfSchema } from '@ts-rest/core';
import { toFieldErrors } from '../../errors/field-errors.ts';
import type { SchemaIssue } from '../../errors/issue-message.ts';
import { FileBody } from '../../files/file-body.ts';
import { type HandlerResult, JsonText } from '../handler-result.ts';

/**
 * Holds an answer to the contract: its status is declared and its body fits the schema, pre-rendered text
 * included. For tests and development; it costs a parse and a validation per answer.
 *
 * @throws Error naming route, status and fields.
 */
export function checkResult(route: AppRoute, result: HandlerResult): void {
  const name = policyOf(route).operationId;
  const response = route.responses[result.status];
  if (response === undefined)
    throw new Error(`${name} answered ${result.status}, which its contract does not declare.`);
  if (isAppRouteNoBody(response)) {
    if (result.body !== undefined) throw new Error(`${name} answered ${result.status} with a body; it declares none.`);
    return;
  }
  if (isAppRouteOtherResponse(response)) return;
  const fileTypes = fileTypesOf(response);
  if (fileTypes !== undefined) {
    checkFile(name, result, fileTypes);
    return;
  }
  // What counts is what a client reads: undefined members are gone, dates are texts.
  const text = result.body instanceof JsonText ? result.body.text : JSON.stringify(result.body);
  if (text === undefined) throw new Error(`${name} answered ${result.status} without the body it declares.`);
  const { error } = validateIfSchema(JSON.parse(text), response);
  if (error === undefined) return;
  const fields = toFieldErrors((error as { issues: readonly SchemaIssue[] }).issues);
  throw new Error(`${name} answered ${result.status} with a body its contract forbids: ${JSON.stringify(fields)}`);
}

/** The bytes are not looked at; their media type is one of those declared. */
function checkFile(name: string, { status, headers = {}, body }: HandlerResult, types: readonly string[]): void {
  const stated = Object.entries(headers).find(([header]) => header.toLowerCase() === 'content-type')?.[1];
  const mediaType = (body instanceof FileBody ? body.options.mediaType : stated) ?? 'no media type';
  if (declaresMediaType(types, mediaType)) return;
  throw new Error(`${name} answered ${status} with ${mediaType}; it declares ${types.join(', ')}.`);
}

/**
 * Holds a thrown error to the contract: its code is among those the route declares.
 *
 * @throws Error naming route and code, with the thrown error as its cause.
 */
export function checkThrown(route: AppRoute, thrown: unknown): void {
  if (!(thrown instanceof ApiError)) return;
  const { operationId, errors } = policyOf(route);
  if (errors.includes(thrown.code)) return;
  throw new Error(`${operationId} failed with ${thrown.code}, which its contract does not declare.`, { cause: thrown });
}
