import type { TargetWorkspace } from '../load-plan.ts';

/**
 * The workspace's locale for a foreign one (`de_DE`, `de-DE`): the same tag, else its language alone, else the
 * first locale of that language; null when the workspace does not speak it.
 */
export function workspaceLocaleOf(foreign: string, workspace: Pick<TargetWorkspace, 'locales'>): string | null {
  const tag = foreign.replaceAll('_', '-');
  const language = tag.split('-')[0] as string;
  const candidates = [
    (locale: string) => locale === tag,
    (locale: string) => locale === language,
    (locale: string) => locale.split('-')[0] === language,
  ];
  for (const isMatch of candidates) {
    const match = workspace.locales.find(isMatch);
    if (match !== undefined) return match;
  }
  return null;
}
