import { type HttpHandler, http } from 'msw';
import type { AppRouter } from '../contract/ts-rest.ts';
import { createMock } from '../create-mock.ts';
import type { MockOptions } from '../options.ts';

export interface MockHandlersOptions extends Omit<MockOptions, 'basePath'> {
  /** Where the contract's paths start: `https://api.example.com/v1`. */
  readonly baseUrl: string;
}

/**
 * The mock of a contract as handlers of Mock Service Worker, for tests of pages that call the API. Every request below
 * the address is served, unknown paths with the errors of the contract; earlier handlers take precedence.
 *
 * @example
 * const server = setupServer(...createMockHandlers(contract, { baseUrl: 'https://api.example.com/v1' }));
 * @throws TypeError for an invalid address, and whatever {@link createMock} throws.
 */
export function createMockHandlers(contract: AppRouter, { baseUrl, ...options }: MockHandlersOptions): HttpHandler[] {
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/$/, '');
  const mock = createMock(contract, { ...options, basePath });
  const root = `${origin}${basePath}`;
  return [root, `${root}/*`].map((path) => http.all(path, ({ request }) => mock.fetch(request)));
}
