import type { TargetWorkspace } from '../load-plan.ts';

/** Texts by foreign locale (`de_DE`), without empty ones. */
export type ForeignTexts = Readonly<Record<string, string>>;

/** A text in the workspace's default locale, and in its others. */
export interface WorkspaceTexts {
  /** Undefined when no locale has a text. */
  readonly text: string | undefined;
  readonly others: Readonly<Record<string, string>>;
}

/** Texts in the workspace's locales. If the default locale has none, the first available text is used. */
export function toWorkspaceTexts(texts: ForeignTexts, workspace: TargetWorkspace): WorkspaceTexts {
  const others: Record<string, string> = {};
  let text: string | undefined;
  for (const [foreign, value] of Object.entries(texts)) {
    const locale = workspaceLocaleOf(foreign, workspace);
    if (locale === workspace.defaultLocale) text ??= value;
    else if (locale !== null) others[locale] ??= value;
  }
  return { text: text ?? Object.values(texts)[0], others };
}

/** `label` and `labels` of an attribute, an option or a group. */
export function toLabels(texts: ForeignTexts, workspace: TargetWorkspace) {
  const { text, others } = toWorkspaceTexts(texts, workspace);
  return { ...(text !== undefined && { label: text }), labels: { ...others } };
}

/** `name` and `translations` of a category or a collection. */
export function toNames(texts: ForeignTexts, workspace: TargetWorkspace) {
  const { text, others } = toWorkspaceTexts(texts, workspace);
  const translations = Object.fromEntries(Object.entries(others).map(([locale, name]) => [locale, { name }]));
  return { ...(text !== undefined && { name: text }), translations };
}

/**
 * The workspace's locale for a foreign one (`de_DE`, `de-DE`): the same tag, otherwise its language alone, otherwise
 * the first locale of that language; null when the workspace has none.
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
