import type { ContractRoute } from '@contract-kit/contract-testing/generating';
import { isRecord, isZodSchema, type JsonSchema } from '@contract-kit/openapi/schemas';
import { sampleOf } from '../bodies/seeded.ts';

type Declared = Readonly<Record<string, 'shared' | { readonly schema?: JsonSchema; readonly required?: boolean }>>;

/** The header fields a contract declares for a response, beyond those of its policies. */
function declaredHeadersOf({ responses }: ContractRoute, status: number): Declared {
  const response = responses[status];
  const schema = isRecord(response) && 'body' in response ? response.body : response;
  const headers = isZodSchema(schema) ? schema.meta()?.headers : undefined;
  return isRecord(headers) ? (headers as Declared) : {};
}

/** True if the response declares a field that the library also sets. */
export function declaresHeader(route: ContractRoute, status: number, name: string): boolean {
  return Object.hasOwn(declaredHeadersOf(route, status), name);
}

/** Generated values for the declared fields of a response that nothing else sets. */
export function ownHeadersOf(route: ContractRoute, status: number, about: string): Readonly<Record<string, string>> {
  const own = Object.entries(declaredHeadersOf(route, status)).flatMap(([name, header]) => {
    if (header === 'shared' || header.required === false) return [];
    const root = header.schema ?? { type: 'integer' };
    return [[name, String(sampleOf({ root, resolve: (schema) => schema }, `${route.id} ${name} ${about}`))]];
  });
  return Object.fromEntries(own);
}
