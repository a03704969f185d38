import type { FieldProblems, WorkspaceSettings } from '../../../../kernel/index.ts';
import type { CatalogSnapshot } from '../../../catalog/index.ts';

/** What an input is merged into and read against. */
export interface MergeScope {
  readonly catalog: CatalogSnapshot;
  readonly workspace: WorkspaceSettings;
  readonly problems: FieldProblems;
}
