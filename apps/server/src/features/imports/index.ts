export { type ImportRequest, ImportsService, type ImportsServiceOptions } from './imports.service.ts';
export { createImportKind, type ImportInput, type ImportKindOptions } from './run/import-kind.ts';
export { KeptRowsRepository } from './run/kept-rows.repository.ts';
export { MissingRecords } from './run/missing-records.ts';
export { RepeatedRows } from './run/repeated-rows.ts';
