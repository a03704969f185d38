import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldProblems, type RequestContext } from '../../../kernel/index.ts';
import { mergeLabels, readTranslations } from './localized-text.ts';

const ctx = { workspace: { locales: ['en', 'de'] } } as unknown as RequestContext;

function merge(before: Record<string, string>, input: Record<string, string | null>) {
  const problems = new FieldProblems();
  return { labels: mergeLabels(before, input, { ...ctx, problems, path: 'labels' }), problems };
}

describe('labels', () => {
  it('are merged per locale; null or an empty text removes one', () => {
    expect(merge({ en: 'Mug', de: 'Tasse' }, { de: 'Becher' }).labels).toEqual({ en: 'Mug', de: 'Becher' });
    expect(merge({ en: 'Mug', de: 'Tasse' }, { en: null, de: '' }).labels).toEqual({});
  });

  it('of a locale the workspace does not have are a problem, unless they are removed', () => {
    const { labels, problems } = merge({ fr: 'Tasse' }, { fr: null, es: null, it: 'Tazza' });
    expect(labels).toEqual({});
    expect(() => problems.throwIfAny()).toThrow(
      expect.objectContaining({ details: { fieldErrors: { 'labels.it': 'The workspace has no locale "it".' } } }),
    );
  });
});

describe('translations', () => {
  it('are merged per locale and field; null removes a locale, an empty text removes a field', () => {
    const before = { en: { name: 'Mug', description: 'To drink from' }, de: { name: 'Tasse' } };
    expect(readTranslations(ctx, before, { en: { description: '' }, de: null })).toEqual({ en: { name: 'Mug' } });
    expect(readTranslations(ctx, before, { en: { name: '', description: '' } })).toEqual({ de: { name: 'Tasse' } });
    expect(readTranslations(ctx, before, undefined)).toEqual(before);
  });

  it('contain no empty text and no empty locale, and do not change when the input is repeated', () => {
    const text = fc.option(fc.constantFrom('', 'a', 'b'), { nil: undefined });
    const locale = fc.option(fc.record({ name: text, description: text }));
    const input = fc.dictionary(fc.constantFrom('en', 'de'), locale);
    fc.assert(
      fc.property(input, input, (first, second) => {
        const once = readTranslations(ctx, readTranslations(ctx, {}, first), second);
        for (const texts of Object.values(once)) {
          expect(Object.values(texts)).not.toEqual([]);
          expect(Object.values(texts)).not.toContain('');
        }
        expect(readTranslations(ctx, once, second)).toEqual(once);
      }),
    );
  });
});
