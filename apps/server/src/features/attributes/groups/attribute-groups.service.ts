import { isDeepStrictEqual } from 'node:util';
import type { AttributeGroup, AttributeGroupCreate, AttributeGroupPatch } from '@product-content/contract';
import { type ApiError, FieldProblems, type RequestContext } from '../../../kernel/index.ts';
import {
  type CatalogChanges,
  type Labels,
  mergeLabels,
  RecordBatch,
  type SavedRecord,
  type SaveRecord,
} from '../../catalog/index.ts';
import type { AttributesService } from '../attributes.service.ts';
import type { AttributeGroupRow } from './attribute-group.entity.ts';
import { toAttributeGroup } from './attribute-group.mapper.ts';
import type { AttributeGroupsRepository } from './attribute-groups.repository.ts';

export interface AttributeGroupsServiceOptions {
  readonly groups: AttributeGroupsRepository;
  readonly attributes: AttributesService;
  readonly changes: CatalogChanges;
}

/** Groups in which attributes are shown. */
export class AttributeGroupsService {
  readonly #options: AttributeGroupsServiceOptions;

  constructor(options: AttributeGroupsServiceOptions) {
    this.#options = options;
  }

  async list({ workspace }: RequestContext): Promise<AttributeGroup[]> {
    const { groups, attributes } = this.#options;
    const rows = await groups.list(workspace.id);
    const members = await attributes.groupMembers(workspace);
    return rows.map((row) => toAttributeGroup(row, members.get(row.id)));
  }

  /** @throws ApiError `not_found`. */
  async get({ workspace }: RequestContext, reference: string): Promise<AttributeGroup> {
    const { groups, attributes } = this.#options;
    const row = await groups.get(workspace.id, reference);
    return toAttributeGroup(row, (await attributes.groupMembers(workspace)).get(row.id));
  }

  /** @throws ApiError `conflict` when the code is taken, `validation_failed`. */
  async create(ctx: RequestContext, input: AttributeGroupCreate): Promise<AttributeGroup> {
    const { groups, changes } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at, nextId }) => {
      const next = await groups.placeNew(workspaceId, input.code);
      const { code, label = code, position = next } = input;
      const labels = readLabels(ctx, {}, input.labels);
      const row = { workspaceId, id: nextId(), code, label, labels, position, createdAt: at, updatedAt: at };
      await groups.insert(row);
      return toAttributeGroup(row);
    });
  }

  /**
   * Creates and changes groups independently of each other. The number of statements does not depend on how many there
   * are.
   *
   * @returns the outcome of each, or the error that rejected it.
   */
  async saveAll(
    ctx: RequestContext,
    commands: readonly SaveRecord<AttributeGroupPatch>[],
  ): Promise<(SavedRecord | ApiError)[]> {
    const { groups, changes } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at, nextId }) => {
      const batch = new RecordBatch({ rows: await groups.list(workspaceId), at, noun: groups.noun });
      const blank = (code: string): AttributeGroupRow => {
        const content = { code, label: code, labels: {}, position: batch.nextPosition() };
        return { ...content, workspaceId, id: nextId(), createdAt: at, updatedAt: at };
      };
      const outcomes = batch.save(commands, (before, { code, input }) => {
        return mergeGroup(ctx, before ?? blank(code), input);
      });
      await groups.saveAll(batch.changed.map(({ after }) => after));
      return outcomes;
    });
  }

  /** @throws ApiError `not_found`, `validation_failed`. */
  async patch(ctx: RequestContext, reference: string, input: AttributeGroupPatch): Promise<AttributeGroup> {
    const { groups, attributes, changes } = this.#options;
    return changes.make(ctx, async ({ at }) => {
      const group = await groups.get(ctx.workspace.id, reference);
      const before = { ...group };
      const after = mergeGroup(ctx, before, input);
      if (!isDeepStrictEqual(before, after)) await groups.update(group, { ...after, updatedAt: at });
      return toAttributeGroup(group, (await attributes.groupMembers(ctx.workspace)).get(group.id));
    });
  }

  /** Its attributes stay, without a group. @throws ApiError `not_found`. */
  async delete(ctx: RequestContext, reference: string): Promise<void> {
    const { groups, attributes, changes } = this.#options;
    await changes.make(ctx, async (change) => {
      const row = await groups.get(ctx.workspace.id, reference);
      await attributes.leaveGroup(ctx, row.id, change);
      await groups.delete(row);
    });
  }
}

function readLabels({ workspace }: RequestContext, before: Labels, input: AttributeGroupPatch['labels']): Labels {
  const problems = new FieldProblems();
  const labels = mergeLabels(before, input, { workspace, problems, path: 'labels' });
  problems.throwIfAny();
  return labels;
}

/** A group after an input is applied. @throws ApiError `validation_failed`. */
function mergeGroup(ctx: RequestContext, before: AttributeGroupRow, input: AttributeGroupPatch): AttributeGroupRow {
  const { label = before.label, position = before.position } = input;
  return { ...before, label, position, labels: readLabels(ctx, before.labels, input.labels) };
}
