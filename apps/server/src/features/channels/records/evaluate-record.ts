import { createHash } from 'node:crypto';
import { type ChannelIssue, type ChannelIssueCode, isGtin, limits, type MappingEntry } from '@product-content/contract';
import { isReachableFromOutside } from '../../../outbound/index.ts';
import type { ProductDocument } from '../../products/index.ts';
import { toChannelProduct } from '../mapping/channel-product.ts';
import { type ChannelValues, columnKeyOf } from '../mapping/compile-mapping.ts';
import { isList } from '../mapping/transform-value.ts';
import type { ChannelPlan } from './channel-plan.ts';

/** The result of evaluating a product for a channel. */
export interface EvaluatedRecord {
  readonly ready: boolean;
  readonly errorCount: number;
  readonly warningCount: number;
  /** JSON text: `{"issues":…,"values":…,"payload":…}`. */
  readonly content: string;
  readonly payloadHash: string;
}

/** Evaluates a product for a channel: a pure function of both. */
export function evaluateRecord(
  plan: ChannelPlan,
  document: ProductDocument,
  parent: ProductDocument | null,
): EvaluatedRecord {
  const product = toChannelProduct(document, parent, plan.view);
  const { values, tooLong } = plan.mapValues(product);
  const { settings, platform, view } = plan;
  const prepared = platform.prepare(values, { product, settings, currency: view.currency });
  const issues = distinct([
    ...statusIssues(document, plan),
    ...prepared.issues,
    ...tooLong.map(tooLongIssue),
    ...plan.mapping.flatMap((entry) => mappingIssues(entry, values)),
    ...plan.mapping.flatMap((entry) => imageIssues(entry, values)),
  ]);
  const errorCount = issues.filter(({ severity }) => severity === 'error').length;
  return {
    ready: errorCount === 0,
    errorCount,
    warningCount: issues.length - errorCount,
    content: JSON.stringify({ issues, values, payload: prepared.payload }),
    payloadHash: createHash('sha256').update(JSON.stringify(prepared.payload)).digest('base64url').slice(0, 22),
  };
}

/** A product must be approved, unless the scope names its status (API behavior 12.2). */
function statusIssues({ status }: ProductDocument, { statuses }: ChannelPlan): ChannelIssue[] {
  if (statuses.has(status)) return [];
  const message = `The product is ${status.replace('_', ' ')}; the channel takes ${[...statuses].join(', ')} products.`;
  return [{ code: 'STATUS_NOT_APPROVED', severity: 'error', field: 'status', message }];
}

function tooLongIssue(field: string): ChannelIssue {
  const message = `The mapping reads and writes more than ${limits.mappingCharacters} characters for this product.`;
  return { code: 'TEXT_TOO_LONG', severity: 'error', field, message };
}

/** The issues with the mapping's own requirements, on any platform. */
function mappingIssues({ target, source, required }: MappingEntry, values: ChannelValues): ChannelIssue[] {
  const value = Object.hasOwn(values, target) ? values[target] : undefined;
  const keys = source.map(columnKeyOf);
  if (value === undefined) {
    return required
      ? [{ code: codeOf(keys), severity: 'error', field: target, message: `The ${target} is missing.` }]
      : [];
  }
  if (!keys.includes('gtin') || isGtin(String(value))) return [];
  const message = 'Must be a GTIN of 8, 12, 13 or 14 digits with a valid check digit.';
  return [{ code: 'INVALID_GTIN', severity: 'error', field: target, message }];
}

/** Reports an image at a private address, which a platform could not fetch. */
function imageIssues({ target, source }: MappingEntry, values: ChannelValues): ChannelIssue[] {
  const value = Object.hasOwn(values, target) ? values[target] : undefined;
  if (value === undefined || !source.some((part) => columnKeyOf(part) === 'images')) return [];
  const unreachable = (isList(value) ? value : [value]).find((url) => isLocalUrl(url));
  if (unreachable === undefined) return [];
  const message =
    `The image at ${unreachable} cannot be fetched from outside. ` +
    'If it is a file of this server, set PUBLIC_URL and run pcm asset readdress.';
  return [{ code: 'INVALID_ATTRIBUTE', severity: 'warning', field: target, message }];
}

/** The result of a transformation may not be a URL; that is for the platform to report. */
function isLocalUrl(value: unknown): boolean {
  return URL.canParse(String(value)) && !isReachableFromOutside(String(value));
}

function codeOf(keys: readonly (string | null)[]): ChannelIssueCode {
  if (keys.includes('images')) return 'MISSING_IMAGE';
  return keys.some((key) => key === 'price' || key?.startsWith('prices.')) ? 'MISSING_PRICE' : 'MISSING_ATTRIBUTE';
}

/** One issue per field and code; the platform's message comes first. */
function distinct(issues: readonly ChannelIssue[]): ChannelIssue[] {
  return [
    ...new Map(issues.toReversed().map((issue) => [`${issue.field} ${issue.code}`, issue])).values(),
  ].toReversed();
}
