export { checkPlan, type PlanCheck } from './check-plan.ts';
export { catalogFolder, hasCatalogs } from './real-catalogs.ts';
export { csv, sourceFolder } from './source-files.ts';
export { targetWorkspace } from './target-workspace.ts';
