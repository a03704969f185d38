import { isDeepStrictEqual } from 'node:util';
import type { Attribute, AttributeCreate, AttributePatch } from '@product-content/contract';
import { ApiError, encodeId, FieldProblems, mapInSlices, type RequestContext } from '../../kernel/index.ts';
import type { CatalogChange, CatalogChanges, RequirementChanges } from '../catalog/index.ts';
import type { ProductChanges } from '../products/index.ts';
import type { AttributeRow, ListedAttribute } from './attribute.entity.ts';
import { toAttribute } from './attribute.mapper.ts';
import { type AttributeContent, type AttributeInput, blankAttribute, mergeAttribute } from './attribute-input.ts';
import { checkDefinition } from './attribute-rules.ts';
import type { AttributesRepository, GroupMembers } from './attributes.repository.ts';
import type { AttributeGroupsRepository } from './groups/attribute-groups.repository.ts';
import type { AttributeIndexing } from './indexing/attribute-indexing.ts';

export interface AttributesServiceOptions {
  readonly attributes: AttributesRepository;
  readonly groups: AttributeGroupsRepository;
  readonly changes: CatalogChanges;
  readonly requirements: RequirementChanges;
  readonly indexing: Pick<AttributeIndexing, 'assertRoom' | 'begin' | 'end'>;
  readonly products: ProductChanges;
}

export interface AttributeFilter {
  /** Id or code of a group. */
  readonly group?: string;
  readonly type?: readonly string[];
}

/** Attribute definitions: what products can hold beyond their fixed fields. */
export class AttributesService {
  readonly #options: AttributesServiceOptions;

  constructor(options: AttributesServiceOptions) {
    this.#options = options;
  }

  async list({ workspace }: RequestContext, { group, type }: AttributeFilter = {}): Promise<Attribute[]> {
    const rows = await this.#rows(workspace.id, group);
    return mapInSlices(
      rows.filter((row) => type?.includes(row.type) ?? true),
      toAttribute,
    );
  }

  /** @throws ApiError `not_found`. */
  async get({ workspace }: RequestContext, reference: string): Promise<Attribute> {
    return toAttribute(await this.#options.attributes.get(workspace.id, reference));
  }

  /** @throws ApiError `conflict` when the code is taken, `validation_failed`. */
  async create(ctx: RequestContext, input: AttributeCreate): Promise<Attribute> {
    const { attributes, changes } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at, nextId, emit }) => {
      const position = await attributes.placeNew(workspaceId, input.code);
      const content = await this.#merge(ctx, blankAttribute(input, position), input);
      if (content.filterProgress !== null) await this.#options.indexing.assertRoom(workspaceId);
      const row = { ...content, workspaceId, id: nextId(), createdAt: at, updatedAt: at };
      await attributes.insert(row);
      const attribute = toAttribute(row);
      emit('attribute.created', row.id, attribute);
      return attribute;
    });
  }

  /**
   * Existing values of products are not changed, even if a narrower validation would now reject them.
   *
   * @throws ApiError `not_found`; `validation_failed`; `conflict` when a removed option, or an axis, is in use.
   */
  async patch(ctx: RequestContext, reference: string, input: AttributePatch): Promise<Attribute> {
    const { attributes, changes, requirements } = this.#options;
    return changes.make(ctx, async (change) => {
      const row = await attributes.get(ctx.workspace.id, reference);
      const before = { ...row };
      const after: AttributeRow = { ...before, ...(await this.#merge(ctx, before, input)) };
      if (isDeepStrictEqual(before, after)) return toAttribute(row);
      await this.#assertUnused(ctx, before, after);
      const write = () => this.#write(row, after, change);
      await (before.required === after.required
        ? write()
        : requirements.make(ctx, { reason: `attribute ${row.code}` }, write));
      const attribute = toAttribute(row);
      change.emit('attribute.updated', row.id, attribute);
      return attribute;
    });
  }

  /**
   * Removes the attribute from categories and its values from all products.
   *
   * @throws ApiError `not_found`; `conflict` when variants differ in it.
   */
  async delete(ctx: RequestContext, reference: string): Promise<void> {
    const { attributes, changes, products, requirements } = this.#options;
    await products.preparatory.removeAttribute(ctx, await this.#withdrawFromAxes(ctx, reference));
    await changes.make(ctx, async ({ emit }) => {
      const row = await attributes.get(ctx.workspace.id, reference);
      await this.#assertNoAxis(ctx, row.code);
      await requirements.make(ctx, { reason: `attribute ${row.code}` }, () => attributes.delete(row));
      await products.removeAttribute(ctx, row);
      emit('attribute.deleted', row.id, { id: encodeId('attribute', row.id), code: row.code, label: row.label });
    });
  }

  /** Codes of the attributes of each group, in order. */
  groupMembers({ id }: RequestContext['workspace']): Promise<GroupMembers> {
    return this.#options.attributes.groupMembers(id);
  }

  /** Removes all attributes from a group, within the change that deletes it. */
  async leaveGroup({ workspace }: RequestContext, groupId: string, { at, emit }: CatalogChange): Promise<void> {
    const { attributes } = this.#options;
    const rows = await attributes.listOfGroup(workspace.id, groupId);
    await attributes.leaveGroup(workspace.id, groupId, at);
    for (const row of rows) {
      emit('attribute.updated', row.id, toAttribute({ ...row, group: null, updatedAt: at }));
    }
  }

  /** Writes a changed attribute, and starts or stops indexing its values. */
  async #write(row: AttributeRow, after: AttributeRow, { tx, at }: CatalogChange): Promise<void> {
    const { attributes, indexing } = this.#options;
    const [was, is] = [row.filterProgress !== null, after.filterProgress !== null];
    if (is && !was) await indexing.assertRoom(row.workspaceId);
    await attributes.update(row, { ...after, ...(is && !was && { filterProgress: 0 }), updatedAt: at });
    if (is && !was) await attributes.update(row, { filterProgress: await indexing.begin(tx, row) });
    if (was && !is) await indexing.end(tx, row);
  }

  /**
   * Prevents parents from taking the attribute as an axis while its values are being removed, which could then never
   * finish.
   */
  async #withdrawFromAxes(ctx: RequestContext, reference: string): Promise<AttributeRow> {
    const { attributes } = this.#options;
    const row = await attributes.get(ctx.workspace.id, reference);
    if (row.usableAsAxis) await this.patch(ctx, encodeId('attribute', row.id), { usableAsAxis: false });
    return row;
  }

  async #rows(workspaceId: string, reference: string | undefined): Promise<ListedAttribute[]> {
    const { attributes, groups } = this.#options;
    if (reference === undefined) return attributes.list(workspaceId);
    const group = await groups.find(workspaceId, reference);
    return group === null ? [] : attributes.listOfGroup(workspaceId, group.id);
  }

  async #merge(
    { workspace }: RequestContext,
    before: AttributeContent<AttributeRow['group']>,
    input: AttributeInput,
  ): Promise<AttributeContent<AttributeRow['group']>> {
    const { group: reference } = input;
    const problems = new FieldProblems();
    const group = reference == null ? null : await this.#options.groups.find(workspace.id, reference);
    if (reference != null && group === null) problems.add('group', `There is no attribute group "${reference}".`);
    const scope = { workspace, problems, group: reference === undefined ? before.group : group };
    const after = mergeAttribute(before, input, scope);
    checkDefinition(after, problems);
    problems.throwIfAny();
    return after;
  }

  async #assertUnused(ctx: RequestContext, before: AttributeRow, after: AttributeRow): Promise<void> {
    if (before.usableAsAxis && !after.usableAsAxis) await this.#assertNoAxis(ctx, before.code);
    const kept = new Set(after.options.map(({ code }) => code));
    const removed = before.options.filter(({ code }) => !kept.has(code)).map(({ code }) => code);
    if (removed.length === 0) return;
    const used = await this.#options.products.usedOptions(ctx, before.code, removed);
    if (used.length === 0) return;
    const names = used
      .sort()
      .slice(0, 20)
      .map((code) => `"${code}"`)
      .join(', ');
    throw new ApiError('conflict', `Products use the ${used.length === 1 ? 'option' : 'options'} ${names}.`);
  }

  async #assertNoAxis(ctx: RequestContext, code: string): Promise<void> {
    if ((await this.#options.products.usedAxes(ctx, [code])).length === 0) return;
    throw new ApiError('conflict', `The attribute "${code}" is a variant axis in use.`);
  }
}
