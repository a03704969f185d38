import type { Parameter } from '../document.ts';
import { commaSeparated } from '../schemas/conversion.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { toExamples } from './media-types.ts';

/** A parameter as the schemas of a route have it. */
export interface ParameterDraft {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly style?: string;
  readonly schema?: unknown;
}

/**
 * Finishes a drafted parameter: lists that travel as one text become `explode: false` and say so, examples and deprecation move
 * from the schema to the parameter.
 */
export function createParameter(draft: ParameterDraft): Parameter {
  const { [commaSeparated]: list, examples, deprecated, ...schema } = (draft.schema ?? {}) as JsonSchema;
  const description = [draft.description, list === true && schema.maxItems !== 1 && 'Comma-separated.']
    .filter(Boolean)
    .join(' ');
  return {
    name: draft.name,
    in: draft.in as Parameter['in'],
    ...(description !== '' && { description }),
    ...((draft.required || draft.in === 'path') && { required: true }),
    ...(deprecated === true && { deprecated }),
    ...(list === true ? { style: 'form', explode: false } : draft.style !== undefined && { style: draft.style }),
    schema,
    ...(Array.isArray(examples) && { examples: toExamples(examples) }),
  };
}
