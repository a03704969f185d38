/** The links of a Link field: `<target>` and its parameters (RFC 8288 §3). */
const links = /<([^>]*)>((?:[^",]|"(?:[^"\\]|\\.)*")*)/g;
const relation = /;\s*rel\s*=\s*"?([^";]+)/i;

/**
 * The target of a Link header for one relation, as written; null without such a link.
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
