export { CellProblem, type MissingRecord } from './cells/cell-problem.ts';
export { joinList, splitList } from './cells/cell-text.ts';
export { foldName, toCode, toDistinctCode, toSkuPart } from './cells/code-of-name.ts';
export { type DecimalSeparator, isAmbiguous, readingsOf } from './cells/number-text.ts';
export type { CellOptions, CellValue, Column, ColumnScope, RowInput } from './column.ts';
export { createPendingColumn, type NewAttribute } from './fields/pending-column.ts';
export { createHeaderReader, inLocale, type ReadHeader } from './headers/recognize-header.ts';
export { createListSeparators } from './headers/shop-exports.ts';
export { createProductColumns, type ProductColumns } from './product-columns.ts';
