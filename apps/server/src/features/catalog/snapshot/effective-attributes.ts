import type { AttributeDefinition, CategoryEntry, EffectiveEntry } from '../catalog-snapshot.ts';

/** An attribute that a category adds to its products and to those of its descendants. */
export interface AttributeSetting {
  readonly attributeId: string;
  /** Null: inherited from an ancestor or the definition. */
  readonly required: boolean | null;
  readonly position: number;
}

/**
 * The attributes that apply to a category. The nearest category that lists an attribute gives its position and is its
 * source. The nearest that sets `required` decides it; otherwise the definition does. Order: position, then code.
 *
 * @param path from the root to the category.
 * @param settingsOf a category's own attributes.
 */
export function effectiveAttributes(
  path: readonly CategoryEntry[],
  settingsOf: (categoryId: string) => readonly AttributeSetting[],
  definitionOf: (attributeId: string) => AttributeDefinition | undefined,
): EffectiveEntry[] {
  const category = path.at(-1);
  const found = new Map<string, { setting: AttributeSetting; source: CategoryEntry; required: boolean | null }>();
  for (const source of path.toReversed()) {
    for (const setting of settingsOf(source.id)) {
      const nearer = found.get(setting.attributeId);
      if (nearer === undefined) found.set(setting.attributeId, { setting, source, required: setting.required });
      else nearer.required ??= setting.required;
    }
  }
  const entries = [...found.values()].flatMap(({ setting, source, required }): EffectiveEntry[] => {
    const attribute = definitionOf(setting.attributeId);
    if (attribute === undefined) return [];
    const { position } = setting;
    return [{ attribute, required: required ?? attribute.required, position, inherited: source !== category, source }];
  });
  return entries.sort((a, b) => a.position - b.position || (a.attribute.code < b.attribute.code ? -1 : 1));
}

/** The part of a snapshot that says which attributes are required where. */
export interface RequirementSource {
  effectiveAttributes(categoryId: string): readonly EffectiveEntry[];
}

/** Returns those of the categories whose required attributes differ before and after a change of the catalog. */
export function categoriesWithOtherRequirements(
  categoryIds: readonly string[],
  before: RequirementSource,
  after: RequirementSource,
): string[] {
  return categoryIds.filter((id) => requirementsOf(before, id) !== requirementsOf(after, id));
}

function requirementsOf(source: RequirementSource, categoryId: string): string {
  const required = source.effectiveAttributes(categoryId).filter((entry) => entry.required);
  return required
    .map(({ attribute }) => attribute.code)
    .sort()
    .join('\n');
}
