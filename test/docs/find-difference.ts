/**
 * Why a response differs from what a document shows; null when it does not. A document shows a part: members it leaves out may be
 * there, lists are complete, and `…` in a text stands for any text.
 */
export function findDifference(shown: unknown, actual: unknown, path = ''): string | null {
  const problem = `${path || 'The response'} is ${JSON.stringify(actual)}, shown as ${JSON.stringify(shown)}`;
  if (typeof shown === 'string') return typeof actual === 'string' && matches(shown, actual) ? null : problem;
  if (typeof shown !== 'object' || shown === null) return Object.is(shown, actual) ? null : problem;
  if (typeof actual !== 'object' || actual === null || Array.isArray(shown) !== Array.isArray(actual)) return problem;
  if (Array.isArray(shown) && shown.length !== (actual as unknown[]).length) return problem;
  for (const [key, value] of Object.entries(shown)) {
    const difference = findDifference(value, (actual as Record<string, unknown>)[key], path ? `${path}.${key}` : key);
    if (difference !== null) return difference;
  }
  return null;
}

function matches(shown: string, actual: string): boolean {
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`).test(actual);
}
