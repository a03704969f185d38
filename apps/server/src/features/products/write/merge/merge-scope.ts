import type { FieldProblems, WorkspaceSettings } from '../../../../kernel/index.ts';
import type { CatalogSnapshot } from '../../../catalog/index.ts';
import type { ImageAssets } from '../../product-images.ts';

/** What an input is merged into and read against. */
export interface MergeScope {
  readonly catalog: CatalogSnapshot;
  readonly workspace: WorkspaceSettings;
  /** The assets its images name. */
  readonly assets: ImageAssets;
  readonly problems: FieldProblems;
}
