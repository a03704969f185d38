export { type FoundCatalog, findCatalog } from './catalogs/find-reader.ts';
export { type LoadOptions, loadCatalog } from './load-catalog.ts';
export type { LoadPlan } from './load-plan.ts';
export { Ledger, type RecordKind } from './report/ledger.ts';
export { createLines, createProgress, type Progress } from './report/progress.ts';
export { renderSummary } from './report/render-summary.ts';
export { openReportFile } from './report/report-file.ts';
export type { LoadSummary } from './report/summary.ts';
