import { type JobError, jobErrorValueLength } from '@product-content/contract';
import { toStorableText } from '../../storage/index.ts';

/** Maximum length of a text in an error, in characters: a cell may have millions. */
const maxErrorText = 500;

/** JSON in a form that PostgreSQL accepts. */
export function toStoredJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_, member: unknown) =>
    typeof member === 'string' ? toStorableText(member) : member,
  );
}

/** Errors or warnings with texts of bounded length. */
export function toStoredErrors(errors: readonly JobError[]): string {
  return toStoredJson(
    errors.map(({ column, sku, field, message, value, ...error }) => ({
      ...error,
      column: shorten(column),
      sku: shorten(sku),
      field: shorten(field),
      message: shorten(message),
      value: shorten(value, jobErrorValueLength),
    })),
  );
}

function shorten(text: string | null, most = maxErrorText): string | null {
  return text === null || text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
