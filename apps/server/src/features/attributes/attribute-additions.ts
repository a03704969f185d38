import { type Attribute, type AttributeType, limits } from '@product-content/contract';
import { type ApiError, invalidFields, notFound, type RequestContext } from '../../kernel/index.ts';
import type { CatalogChanges } from '../catalog/index.ts';
import type { AttributeRow, ListedAttribute } from './attribute.entity.ts';
import { toAttribute } from './attribute.mapper.ts';
import { blankAttribute } from './attribute-input.ts';
import type { AttributesRepository } from './attributes.repository.ts';

export interface AttributeAdditionsOptions {
  readonly attributes: AttributesRepository;
  readonly changes: CatalogChanges;
}

/** An attribute that has only a type and a label. */
export interface NewAttributeInput {
  readonly code: string;
  readonly type: AttributeType;
  readonly label: string;
}

/** An option behind those that an attribute has. */
export interface NewOption {
  readonly code: string;
  readonly label: string;
}

/**
 * Additions to the attributes of a workspace, many at a time, in a number of statements that does not depend on how many
 * there are.
 */
export class AttributeAdditions {
  readonly #options: AttributeAdditionsOptions;

  constructor(options: AttributeAdditionsOptions) {
    this.#options = options;
  }

  /** @returns for each attribute what it became, or the error that refused it. */
  async create(ctx: RequestContext, inputs: readonly NewAttributeInput[]): Promise<(Attribute | ApiError)[]> {
    const { attributes, changes } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at, nextId, emit }) => {
      const codes = inputs.map(({ code }) => code);
      const taken = await attributes.takenCodes(workspaceId, codes);
      const positions = await attributes.nextPositions(workspaceId, inputs.length);
      const rows = inputs.map(({ label, ...input }, index): AttributeRow => {
        const blank = blankAttribute({ ...input, localizable: false, unique: false }, positions[index] ?? 0);
        return { ...blank, label, workspaceId, id: nextId(), createdAt: at, updatedAt: at };
      });
      await attributes.insertAll(rows.filter(({ code }) => !taken.has(code)));
      return rows.map((row) => {
        if (taken.has(row.code)) return attributes.codeTaken(row.code);
        const attribute = toAttribute(row);
        emit('attribute.created', row.id, attribute);
        return attribute;
      });
    });
  }

  /**
   * @param additions new options by the code of their attribute.
   * @returns for each attribute what it became, or the error that refused its options.
   */
  async addOptions(
    ctx: RequestContext,
    additions: ReadonlyMap<string, readonly NewOption[]>,
  ): Promise<ReadonlyMap<string, Attribute | ApiError>> {
    const { attributes, changes } = this.#options;
    const { id: workspaceId } = ctx.workspace;
    return changes.make(ctx, async ({ at, emit }) => {
      const codes = [...additions.keys()];
      const known = new Map((await attributes.listByCodes(workspaceId, codes)).map((row) => [row.code, row]));
      const changed: ListedAttribute[] = [];
      const outcomes = [...additions].map(([code, options]): [string, Attribute | ApiError] => {
        const row = known.get(code);
        if (row === undefined) return [code, notFound('attribute')];
        const after = { ...row, options: append(row.options, options), updatedAt: at };
        if (after.options.length > limits.attributeOptions) return [code, tooManyOptions()];
        changed.push(after);
        const attribute = toAttribute(after);
        emit('attribute.updated', row.id, attribute);
        return [code, attribute];
      });
      await attributes.setOptions(workspaceId, changed, at);
      return new Map(outcomes);
    });
  }
}

function append(options: AttributeRow['options'], added: readonly NewOption[]): AttributeRow['options'] {
  const last = options.reduce((most, { position }) => Math.max(most, position), -1);
  return [...options, ...added.map((option, index) => ({ ...option, labels: {}, position: last + 1 + index }))];
}

function tooManyOptions(): ApiError {
  return invalidFields({ options: `An attribute has at most ${limits.attributeOptions} options.` });
}
