import type { AttributeType } from '@product-content/contract';
import type { AttributeDefinition } from '../../catalog/index.ts';
import { attributeCodec } from '../cells/catalog-codecs.ts';
import { CellProblem, type MissingRecord } from '../cells/cell-problem.ts';
import { foldName, toRecordName } from '../cells/code-of-name.ts';
import type { Column } from '../column.ts';
import { createFieldColumn } from './field-column.ts';

/** An attribute to be created for a column of a file. */
export interface NewAttribute {
  readonly code: string;
  readonly type: AttributeType;
  /** The header. */
  readonly label: string;
  /** Whether the attribute can distinguish variants. */
  readonly isAxis: boolean;
}

/** A new attribute of which only the type is known. */
const blank = {
  ...{
    id: '',
    localizable: false,
    required: false,
    unique: false,
    usableAsAxis: false,
    filterProgress: null,
    defaultValue: null,
  },
  ...{ options: [], optionCodes: new Set<string>(), validation: {}, pattern: null, position: 0 },
};

/**
 * The column of an attribute that does not exist yet: each cell reports the attribute, and the options it names, as
 * missing.
 */
export function createPendingColumn({ code, type, label, isAxis }: NewAttribute): Column {
  const definition: AttributeDefinition = { ...blank, code, type, label };
  const column = createFieldColumn({ key: `attributes.${code}`, codec: attributeCodec(definition) });
  const name = toRecordName(label);
  const attribute: MissingRecord = { kind: 'attribute', code, type, isAxis, name, identity: foldName(label) };
  return {
    ...column,
    write(_, value, options) {
      const problem = column.write({}, value, options);
      if (problem !== null && problem.missing.length === 0) return problem;
      const message = problem?.message ?? `The attribute "${code}" does not exist.`;
      return new CellProblem(message, { missing: [attribute, ...(problem?.missing ?? [])] });
    },
    clear() {},
  };
}
