import { vocabularyOf } from '@contract-kit/http-spec';
import type { Client } from './client-types.ts';
import { type ClientOptions, createClientFromRoutes } from './create-client-from-routes.ts';
import { routeTableOf } from './routes/route-table-of.ts';
import type { AppRouter } from './ts-rest.ts';

/**
 * Typed calls of a contract whose routes were made by `operation()`. Successes are returned with their header fields,
 * anything else is thrown as {@link ApiRequestError}.
 *
 * It loads the contract with its schemas. {@link createClientFromRoutes} makes the same client from a small table.
 *
 * @example
 * const client = createClient(contract, { baseUrl: 'http://127.0.0.1:3000/api/v1', apiKey });
 * const { body, etag } = await client.todos.get({ params: { id: 'todo_1' } });
 * @throws TypeError for an invalid base address, a route without policies, or operations of different vocabularies.
 */
export function createClient<const Contract extends AppRouter>(
  contract: Contract,
  options: ClientOptions,
): Client<Contract> {
  const { envelope } = vocabularyOf(contract);
  return createClientFromRoutes(routeTableOf(contract), { readError: (body) => envelope.read(body), ...options });
}
