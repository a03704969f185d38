export { neutralise, restore } from './formula-cells.ts';
export { type LocalTableFile, toLocalFile } from './local-file.ts';
export { openTable, reopenTable } from './open-table.ts';
export {
  type Cell,
  type CellValue,
  type DetectedTable,
  type ReadRowsOptions,
  type Row,
  type RowProblem,
  type Table,
  type TableFile,
  type TableFormat,
  type TableLayout,
  type TableOptions,
  tableFormats,
} from './table.ts';
export { type TableField, TableFileError } from './table-error.ts';
export type { TableTarget, WriteWarning, WrittenRow, WrittenRows } from './writing/table-target.ts';
export { writeTable } from './writing/write-table.ts';
