import type { Parameter } from '../document.ts';
import { textList } from '../schemas/conversion.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { toExamples } from './media-types.ts';

/** A parameter before it is finished. */
export interface ParameterDraft {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly style?: string;
  readonly schema?: unknown;
}

/**
 * Finishes a parameter: sets the style of lists, and moves examples and deprecation from the schema to the parameter. A
 * list that may be sent in both ways is documented as a repeated parameter, which every generator supports.
 */
export function createParameter(draft: ParameterDraft): Parameter {
  const { [textList]: list, examples, deprecated, ...schema } = (draft.schema ?? {}) as JsonSchema;
  const notation = schema.maxItems === 1 ? undefined : notations[String(list)];
  const description = [draft.description, notation].filter(Boolean).join(' ');
  return {
    name: draft.name,
    in: draft.in as Parameter['in'],
    ...(description !== '' && { description }),
    ...((draft.required || draft.in === 'path') && { required: true }),
    ...(deprecated === true && { deprecated }),
    ...(list !== undefined
      ? { style: 'form', explode: list === 'repeated' }
      : draft.style !== undefined && { style: draft.style }),
    schema,
    ...(Array.isArray(examples) && { examples: toExamples(examples) }),
  };
}

const notations: Readonly<Record<string, string>> = {
  commas: 'Comma-separated.',
  repeated: 'Repeat the parameter, or separate the values with commas.',
};
