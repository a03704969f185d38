export * from './also-accepted.ts';
export * from './by-media-type.ts';
export * from './deferred.ts';
export * from './define-operations.ts';
export * from './envelopes.ts';
export * from './file-of.ts';
export * from './forms/file-part.ts';
export { type FormFieldOptions, formField, formListKey } from './forms/form-field.ts';
export * from './marks/deprecated-fields.ts';
export type { ValuePath } from './marks/marked-paths.ts';
export * from './marks/secret.ts';
export type {
  CreateApiError,
  CreateOperation,
  ErrorResponse,
  HeaderValuesOf,
  Operation,
  OperationErrorCode,
  OperationInput,
  OperationPolicy,
  Words,
} from './operation-types.ts';
export * from './prefixed-keys.ts';
export { type QueryListOptions, queryList, queryListKey } from './query-list.ts';
export * from './schemas.ts';
