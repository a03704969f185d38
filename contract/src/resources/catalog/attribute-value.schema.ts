import { z } from 'zod';
import { CodeSchema } from '../../values/identifiers.ts';

/**
 * The JSON value of an attribute. The type of the attribute determines its form: a string for text, textarea, richtext,
 * select (an option code), date (`YYYY-MM-DD`), url and color (`#RRGGBB`); a number for integer and decimal; a boolean;
 * a list of option codes for multiselect.
 */
export const AttributeValueSchema = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string())], {
    error: 'Must be text, a number, true or false, or a list of texts.',
  })
  .meta({ id: 'AttributeValue', description: 'Its form follows from the type of the attribute.' });

export const AttributeValuesSchema = z
  .record(CodeSchema, AttributeValueSchema)
  .meta({ description: 'Values by attribute code.', examples: [{ color: 'red', waterproof: true }] });

export type AttributeValue = z.output<typeof AttributeValueSchema>;
export type AttributeValues = Record<string, AttributeValue>;
