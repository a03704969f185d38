export { CellProblem, type MissingRecord } from './cells/cell-problem.ts';
export { joinList, splitList } from './cells/cell-text.ts';
export { foldName, toCode, toDistinctCode, toSkuPart } from './cells/code-of-name.ts';
export { type DecimalSeparator, isAmbiguous, readingsOf } from './cells/number-text.ts';
export type { CellOptions, CellValue, Column, ColumnScope, RowInput } from './column.ts';
export { createPendingColumn, type NewAttribute } from './fields/pending-column.ts';
export { foldHeader } from './headers/header-aliases.ts';
export { createHeaderReader, inLocale, type ReadHeader, withCurrency } from './headers/recognize-header.ts';
export { createProductColumns, type ProductColumns } from './product-columns.ts';
