import { isApiError } from '@contract-kit/client';
import type { Api } from './first-product.ts';

/** What a person sees who pastes the request id of an error. */
export async function explainRequest(api: Api, requestId: string): Promise<string> {
  try {
    const { body } = await api.requests.get({ params: { requestId } });
    const { method, path, status, errorCode, errorFields, key } = body.data;
    return `${method} ${path} by ${key.name}: ${status} ${errorCode} at ${errorFields.join(', ')}`;
  } catch (error) {
    if (isApiError(error, 'not_found')) return 'The request is not in the log, or not in it any more.';
    throw error;
  }
}

/** Which operations failed since a time, and how often. */
export async function countFailures(api: Api, from: string): Promise<Map<string, number>> {
  const failures = new Map<string, number>();
  for await (const { operationId, errorCode } of api.requests.list.each({ query: { status: ['4xx', '5xx'], from } })) {
    const name = `${operationId} ${errorCode}`;
    failures.set(name, (failures.get(name) ?? 0) + 1);
  }
  return failures;
}
