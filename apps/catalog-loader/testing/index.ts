export { checkPlan, type PlanCheck } from './check-plan.ts';
export { csv, sourceFolder } from './source-files.ts';
export { targetWorkspace } from './target-workspace.ts';
