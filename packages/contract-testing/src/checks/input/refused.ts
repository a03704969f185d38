import type { Exchange } from '../../calling/exchange.ts';
import type { Mutation } from '../../generating/mutations.ts';
import { isRefusal, type Stage } from '../../running/stage.ts';

/** So that the first that fails is the one to show. */
export function smallestFirst(mutations: readonly Mutation[]): Mutation[] {
  const sizeOf = ({ value }: Mutation) => JSON.stringify(value).length;
  return [...mutations].sort((one, other) => sizeOf(one) - sizeOf(other));
}

/** @throws Violation unless the answer refuses the input at the place of the mutation. */
export function expectRefused(stage: Stage, exchange: Exchange, mutation: Omit<Mutation, 'value'>): void {
  const { path, what, inUnion } = mutation;
  const { status, fieldErrors } = exchange.answer;
  const place = path === '' ? 'the whole' : `"${path}"`;
  const isRefused = stage.route.isPlain ? isRefusal(status) : status === 422 || status === 400;
  stage.expect(isRefused, `Input ${what} at ${place} is answered ${status}.`, exchange);
  if (stage.route.isPlain) return;
  const named = Object.keys(fieldErrors ?? {});
  const isNamed = named.some((name) => name === (path || '_root') || name.startsWith(`${path}.`) || path === '');
  const isAbove = inUnion && named.some((name) => path.startsWith(name) || name === '_root');
  stage.expect(isNamed || isAbove, `fieldErrors names ${named.join(', ') || 'nothing'}, not ${place}.`, exchange);
}
