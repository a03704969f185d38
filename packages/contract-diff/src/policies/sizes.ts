import { jsonBoundsOf } from '@contract-kit/http-spec';
import type { PlaceReport } from '../operations/place-report.ts';
import { pair, type Rule } from '../rule.ts';
import type { PolicySnapshot } from '../snapshot/snapshot.ts';

const sizes = [
  ['body', 'A body may have fewer bytes', 'A body may have more bytes'],
  ['file', 'A file may have fewer bytes', 'A file may have more bytes'],
  ['item', 'An item of the list may have fewer bytes', 'An item of the list may have more bytes'],
  ['items', 'The list may have fewer items', 'The list may have more items'],
  ['json', 'A JSON body may hold less', 'A JSON body may hold more'],
  ['item-json', 'An item of the list may hold less', 'An item of the list may hold more'],
] as const;

/** Rules of request sizes. Page sizes are limits of their parameters. */
export const sizeRules: readonly Rule[] = sizes.flatMap(([name, lowered, raised]) =>
  pair([`size.${name}-lowered`, 'breaking', lowered], [`size.${name}-raised`, 'safe', raised]),
);

type Size = (typeof sizes)[number][0];

/** Compares sizes in bytes, and the bounds of JSON beside them. A body on one side only is reported elsewhere. */
export function compareSizes(before: PolicySnapshot, after: PolicySnapshot, { report }: PlaceReport): void {
  const compare = (name: Size, from: number | null | undefined, to: number | null | undefined, path: string) => {
    if (from === to || typeof from !== 'number' || typeof to !== 'number') return;
    report(`size.${name}-${to < from ? 'lowered' : 'raised'}`, path, toFinite(from), toFinite(to));
  };
  compare('body', before.bodyLimit, after.bodyLimit, 'bodyLimit');
  compare('file', before.fileLimit, after.fileLimit, 'fileLimit');
  compare('item', before.batch?.itemLimit, after.batch?.itemLimit, 'batch.itemLimit');
  if (before.batch !== undefined && after.batch !== undefined) {
    const [from, to] = [before.batch, after.batch].map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems);
    compare('items', from, to, 'batch.maxItems');
  }
  const bounds = [before, after].map(
    ({ bodyLimit, bodyBounds }) => bodyLimit !== null && jsonBoundsOf(bodyLimit, bodyBounds),
  );
  const ofItems = [before, after].map(
    ({ batch }) => batch !== undefined && jsonBoundsOf(batch.itemLimit, batch.itemBounds),
  );
  // Derived bounds change with the byte limit, which is reported.
  const own = (name: 'bodyBounds') => before[name] !== undefined || after[name] !== undefined;
  for (const bound of ['depth', 'values', 'members', 'keyBytes', 'numberBytes'] as const) {
    const [from, to] = bounds.map((each) => (each ? each[bound] : undefined));
    if (own('bodyBounds')) compare('json', from, to, `bodyBounds.${bound}`);
    const [itemFrom, itemTo] = ofItems.map((each) => (each ? each[bound] : undefined));
    if (before.batch?.itemBounds ?? after.batch?.itemBounds)
      compare('item-json', itemFrom, itemTo, `batch.itemBounds.${bound}`);
  }
}

function toFinite(size: number): number | undefined {
  return Number.isFinite(size) ? size : undefined;
}
