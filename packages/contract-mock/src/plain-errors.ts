import { type ContractRoute, documentedSchemaOf } from '@contract-kit/contract-testing/generating';
import type { ErrorEnvelope } from '@contract-kit/http-spec';
import { isRecord, isZodSchema, type JsonSchema } from '@contract-kit/openapi/schemas';
import type { State } from './records/state.ts';

/** Fallbacks for statuses a contract does not declare: an invalid body may be a 400. */
const insteadOf: Readonly<Record<number, readonly number[]>> = { 422: [400], 400: [422] };

/**
 * The error of a route without a policy in the form its contract declares for the status. Undeclared statuses are kept,
 * because ts-rest allows them.
 */
export async function toPlainError(
  route: ContractRoute,
  response: Response,
  { state, envelope }: { readonly state: State; readonly envelope: ErrorEnvelope },
): Promise<Response> {
  const { responses } = route;
  const status = [response.status, ...(insteadOf[response.status] ?? [])].find((one) => one in responses);
  const schema = status === undefined ? undefined : responses[status];
  if (status === undefined || !isZodSchema(schema)) return response;
  const { code, message, requestId } = envelope.read(await response.json()) ?? { code: '', message: '', requestId: '' };
  const texts = { code, message, detail: message, title: message, status, statusCode: status, requestId };
  const documented = documentedSchemaOf(schema, { text: false, where: `${route.id} ${status}`, direction: 'output' });
  const { properties } = documented.root;
  const error = isRecord(properties) ? documented.resolve((properties.error ?? {}) as JsonSchema) : {};
  const known = { ...texts, error: error.type === 'object' ? texts : message };
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const body = JSON.stringify(state.make({ schema, documented }, known, 'sample', `${route.id} ${status}`));
  return new Response(body, { status, headers });
}
