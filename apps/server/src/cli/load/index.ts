export { contractFolder } from './catalogs/contract/read-contract-folder.ts';
export { type BorrowedKey, type LoadDependencies, registerLoad } from './load-command.ts';
export type { Definitions, LoadPlan, PlannedProduct } from './load-plan.ts';
export { Ledger } from './report/ledger.ts';
