import {
  type AttributeOption,
  type AttributePatch,
  type AttributeType,
  type AttributeValidation,
  limits,
} from '@product-content/contract';
import { ApiError, decodeId, FieldProblems, invalidFields, type RequestContext } from '../../kernel/index.ts';
import {
  type CatalogChange,
  type CatalogChanges,
  type ChangedRecord,
  RecordBatch,
  type RequirementChanges,
  type SavedRecord,
  type SaveRecord,
} from '../catalog/index.ts';
import type { ProductChanges } from '../products/index.ts';
import type { ListedAttribute } from './attribute.entity.ts';
import { toAttribute } from './attribute.mapper.ts';
import { type AttributeInput, blankAttribute, mergeAttribute } from './attribute-input.ts';
import { checkDefinition } from './attribute-rules.ts';
import type { AttributesRepository } from './attributes.repository.ts';
import type { AttributeGroupsRepository } from './groups/attribute-groups.repository.ts';
import type { AttributeIndexing } from './indexing/attribute-indexing.ts';

export interface AttributeBatchesOptions {
  readonly attributes: AttributesRepository;
  readonly groups: AttributeGroupsRepository;
  readonly changes: CatalogChanges;
  readonly requirements: RequirementChanges;
  readonly indexing: Pick<AttributeIndexing, 'room' | 'full' | 'begin' | 'end'>;
  readonly products: Pick<ProductChanges, 'usedAxes'>;
}

/**
 * The input for one of many attributes. Unlike in a PATCH, options that are not named stay, and so do validation rules;
 * null removes a rule.
 */
export interface AttributeBatchInput extends Omit<AttributeInput, 'validation'> {
  readonly type?: AttributeType | undefined;
  readonly localizable?: boolean | undefined;
  readonly unique?: boolean | undefined;
  readonly validation?: { readonly [Rule in keyof AttributeValidation]?: AttributeValidation[Rule] | null } | undefined;
}

/** Creates and changes many attributes at a time. */
export class AttributeBatches {
  readonly #options: AttributeBatchesOptions;

  constructor(options: AttributeBatchesOptions) {
    this.#options = options;
  }

  /**
   * Saves attributes independently of each other. The number of statements does not depend on how many there are; only
   * those that become filterable, of which a workspace has few, are indexed one by one.
   *
   * @returns the outcome of each, or the error that rejected it.
   */
  async saveAll(
    ctx: RequestContext,
    commands: readonly SaveRecord<AttributeBatchInput>[],
  ): Promise<(SavedRecord | ApiError)[]> {
    const { attributes, groups, changes, indexing, products } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async (change) => {
      const rows = await attributes.list(workspaceId);
      const batch = new RecordBatch({ rows, at: change.at, noun: attributes.noun });
      const known = await groups.list(workspaceId);
      const usedAxes = new Set(await products.usedAxes(ctx, axesToDisable(rows, commands)));
      let room = commands.some(({ input }) => input.filterable === true) ? await indexing.room(workspaceId) : 0;
      const blank = ({ code, input }: SaveRecord<AttributeBatchInput>): ListedAttribute => {
        const { type, localizable = false, unique = false } = input;
        if (type === undefined) throw invalidFields({ type: 'Required for a new attribute.' });
        const content = blankAttribute({ code, type, localizable, unique }, batch.nextPosition());
        return { ...content, workspaceId, id: change.nextId(), createdAt: change.at, updatedAt: change.at };
      };
      const outcomes = batch.save(commands, (before, command) => {
        const after = merge(before ?? blank(command), command.input, { workspace: ctx.workspace, groups: known });
        if (before?.usableAsAxis && !after.usableAsAxis && usedAxes.has(after.code)) {
          throw new ApiError('conflict', `The attribute "${after.code}" is a variant axis in use.`);
        }
        const isNew = after.filterProgress !== null && (before?.filterProgress ?? null) === null;
        if (isNew && room === 0) throw indexing.full();
        if (isNew) room -= 1;
        return after;
      });
      await this.#write(ctx, batch.changed, change);
      return outcomes;
    });
  }

  async #write(
    ctx: RequestContext,
    changed: readonly ChangedRecord<ListedAttribute>[],
    { tx, emit }: CatalogChange,
  ): Promise<void> {
    const { attributes, indexing, requirements } = this.#options;
    const isFilterable = (row: ListedAttribute | null) => row !== null && row.filterProgress !== null;
    const begun = changed.filter(({ before, after }) => before && isFilterable(after) && !isFilterable(before));
    const ended = changed.filter(({ before, after }) => isFilterable(before) && !isFilterable(after));
    const write = () => attributes.saveAll(changed.map(({ after }) => after));
    const isOfRequirements = changed.some(({ before, after }) => before && before.required !== after.required);
    await (isOfRequirements ? requirements.make(ctx, { reason: 'attributes of a file' }, write) : write());
    const indexed = new Map<string, ListedAttribute>();
    for (const { after } of begun) {
      indexed.set(after.id, { ...after, filterProgress: await indexing.begin(tx, after) });
    }
    await attributes.saveAll([...indexed.values()]);
    for (const { after } of ended) await indexing.end(tx, after);
    for (const { before, after } of changed) {
      const type = before === null ? 'attribute.created' : 'attribute.updated';
      emit(type, after.id, toAttribute(indexed.get(after.id) ?? after));
    }
  }
}

/** Attributes that no longer distinguish variants. */
function axesToDisable(
  rows: readonly ListedAttribute[],
  commands: readonly SaveRecord<AttributeBatchInput>[],
): readonly string[] {
  const ended = new Set(commands.flatMap(({ code, input }) => (input.usableAsAxis === false ? code : [])));
  return rows.flatMap(({ code, usableAsAxis }) => (usableAsAxis && ended.has(code) ? code : []));
}

interface MergeScope {
  readonly workspace: RequestContext['workspace'];
  readonly groups: readonly { readonly id: string; readonly code: string }[];
}

/** The attribute after its input is applied. @throws ApiError `validation_failed`. */
function merge(
  before: ListedAttribute,
  { type, localizable, unique, ...input }: AttributeBatchInput,
  { workspace, groups }: MergeScope,
): ListedAttribute {
  const problems = new FieldProblems();
  const fixed = {
    type: [type, before.type],
    localizable: [localizable, before.localizable],
    unique: [unique, before.isUnique],
  };
  for (const [field, [sent, is]] of Object.entries(fixed)) {
    if (sent !== undefined && sent !== is) problems.add(field, 'Cannot change after creation.');
  }
  const { group: reference } = input;
  const named =
    reference == null
      ? null
      : groups.find(({ id, code }) => id === decodeId('attributeGroup', reference) || code === reference);
  if (named === undefined) problems.add('group', `There is no attribute group "${reference}".`);
  const group = reference === undefined ? before.group : named && { id: named.id, code: named.code };
  const options = input.options && addOptions(before.options, input.options);
  const validation = input.validation && withoutNull({ ...before.validation, ...input.validation });
  const scope = { workspace, problems, group: group ?? null };
  const content = mergeAttribute<ListedAttribute['group']>(before, { ...input, options, validation }, scope);
  if (content.options.length > limits.attributeOptions) {
    problems.add('options', `An attribute has at most ${limits.attributeOptions} options.`);
  }
  checkDefinition(content, problems);
  problems.throwIfAny();
  return { ...before, ...content };
}

/** All options: the existing ones, then the new ones. */
function addOptions(
  before: readonly AttributeOption[],
  named: NonNullable<AttributePatch['options']>,
): NonNullable<AttributePatch['options']> {
  const inputs = new Map(named.map((option) => [option.code, option]));
  const codes = new Set(before.map(({ code }) => code));
  const next = before.reduce((last, { position }) => Math.max(last, position), -1) + 1;
  const kept = before.map(({ code, position }) => ({ code, position, ...inputs.get(code) }));
  const added = named.filter(({ code }) => !codes.has(code));
  return [...kept, ...added.map((option, index) => ({ position: next + index, ...option }))];
}

function withoutNull(validation: NonNullable<AttributeBatchInput['validation']>): AttributeValidation {
  return Object.fromEntries(Object.entries(validation).filter(([, rule]) => rule !== null && rule !== undefined));
}
