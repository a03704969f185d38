/** Links of a field: `<target>` and its parameters (RFC 8288 §3). */
const links = /<([^>]*)>((?:[^",]|"(?:[^"\\]|\\.)*")*)/g;
const relation = /;\s*rel\s*=\s*"?([^";]+)/i;

/**
 * Where a Link header leads to for one relation, as it is written there; null when it has no such link.
 *
 * @example
 * linkTargetOf('<https://example.com/v2>; rel="deprecation"', 'deprecation'); // 'https://example.com/v2'
 */
export function linkTargetOf(field: string | null, rel: string): string | null {
  for (const [, target = '', parameters = ''] of (field ?? '').matchAll(links)) {
    const relations = relation.exec(parameters)?.[1] ?? '';
    if (relations.toLowerCase().split(/\s+/).includes(rel)) return target;
  }
  return null;
}
