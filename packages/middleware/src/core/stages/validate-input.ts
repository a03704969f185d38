import { invalidFields } from '@contract-kit/http-spec';
import { hasValueAt } from '@contract-kit/http-spec/zod';
import { toFieldErrors } from '../../errors/field-errors.ts';
import { sliceForBody } from '../../fairness/slices.ts';
import { type Schema, validate } from '../../validation/validate.ts';
import type { Exchange } from '../exchange.ts';
import type { HandlerInput, Operation } from '../operations/operation.ts';
import { isStandardSchema } from '../ts-rest.ts';

/** What messages call a field of each part. */
const nouns = { params: 'parameter', headers: 'header', query: 'parameter', body: 'field' } as const;

/** Validates all parts of the input at once. @throws ApiError `validation_failed`. */
export function validateInput(exchange: Exchange, operation: Operation): void | Promise<void> {
  const slice = sliceForBody(exchange.sent.size ?? 0);
  return slice === undefined
    ? validateParts(exchange, operation)
    : slice.then(() => validateParts(exchange, operation));
}

function validateParts(exchange: Exchange, { schemas, deprecatedFields }: Operation): void {
  let problems: Readonly<Record<string, string>> = {};
  const check = (part: keyof HandlerInput, value: unknown): unknown => {
    const schema = schemas[part];
    if (!isStandardSchema(schema)) return value;
    const result = validate(schema as Schema, value);
    if (result.issues === undefined) return result.value;
    const { describeIssue: describe } = exchange.api;
    problems = { ...problems, ...toFieldErrors(result.issues, { noun: nouns[part], describe }) };
    return undefined;
  };
  const { params, query, request, sent } = exchange;
  const given: HandlerInput = { params, query, headers: request.headers, body: sent.body };
  exchange.deprecatedFields = deprecatedFields.filter((path) => hasValueAt(given, path)).map((path) => path.join('.'));
  exchange.input = {
    params: check('params', params),
    query: check('query', query),
    headers: check('headers', request.headers),
    body: check('body', sent.body),
  };
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}
