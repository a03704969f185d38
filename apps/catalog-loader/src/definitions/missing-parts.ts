import type {
  Attribute,
  AttributeGroup,
  AttributeGroupPatch,
  AttributePatch,
  CategoryNode,
  CategoryPatch,
  Collection,
  CollectionPatch,
} from '@product-content/contract';
import type { PlannedAttribute, PlannedCategory, PlannedCollection, PlannedGroup } from '../load-plan.ts';

/**
 * What an existing definition lacks compared with a planned one, as the body of a PATCH; null when nothing is missing.
 * Definitions are completed and never overwritten: edited labels and names are not changed.
 */
type MissingParts<Planned, Existing, Patch> = (planned: Planned, existing: Existing) => Patch | null;

export const missingOfGroup: MissingParts<PlannedGroup, AttributeGroup, AttributeGroupPatch> = (planned, existing) => {
  const labels = filledIn(existing.labels, planned.labels);
  return labels === null ? null : { labels };
};

export const missingOfAttribute: MissingParts<PlannedAttribute, Attribute, AttributePatch> = (planned, existing) => {
  const labels = filledIn(existing.labels, planned.labels);
  const options = missingOptions(planned.options ?? [], existing.options);
  return notEmpty({
    ...(labels !== null && { labels }),
    ...(options !== null && { options }),
    ...(planned.usableAsAxis === true && !existing.usableAsAxis && { usableAsAxis: true }),
    ...(planned.unit != null && existing.unit === null && { unit: planned.unit }),
    ...(planned.group != null && existing.group === null && { group: planned.group }),
  });
};

export const missingOfCategory: MissingParts<PlannedCategory, CategoryNode, CategoryPatch> = (planned, existing) => {
  const translations = filledIn(existing.translations, planned.translations);
  return notEmpty({
    ...(translations !== null && { translations }),
    ...(planned.description != null && existing.description === null && { description: planned.description }),
  });
};

export const missingOfCollection: MissingParts<PlannedCollection, Collection, CollectionPatch> = (
  planned,
  existing,
) => {
  const translations = filledIn(existing.translations, planned.translations);
  return notEmpty({
    ...(translations !== null && { translations }),
    ...(planned.description != null && existing.description === null && { description: planned.description }),
  });
};

type OptionInput = NonNullable<AttributePatch['options']>[number];

/** The complete list of options with missing ones appended; null when none is missing. */
function missingOptions(
  planned: NonNullable<PlannedAttribute['options']>,
  existing: Attribute['options'],
): OptionInput[] | null {
  const plannedByCode = new Map(planned.map((option) => [option.code, option]));
  let changed = false;
  const kept = existing.map(({ code, label, labels }): OptionInput => {
    const filled = filledIn(labels, plannedByCode.get(code)?.labels);
    if (filled !== null) changed = true;
    return { code, label, labels: filled ?? labels };
  });
  const known = new Set(existing.map((option) => option.code));
  const added = planned.filter((option) => !known.has(option.code)).map(({ position: _, ...option }) => option);
  return changed || added.length > 0 ? [...kept, ...added] : null;
}

/** The existing record with the planned keys it lacks; null when it lacks none. */
function filledIn<T>(
  existing: Readonly<Record<string, T>>,
  planned: Readonly<Record<string, T | null>> | undefined,
): Record<string, T> | null {
  const missing = Object.entries(planned ?? {}).filter(
    (entry): entry is [string, T] => entry[1] !== null && !Object.hasOwn(existing, entry[0]),
  );
  return missing.length === 0 ? null : { ...existing, ...Object.fromEntries(missing) };
}

function notEmpty<T extends object>(patch: T): T | null {
  return Object.keys(patch).length === 0 ? null : patch;
}
