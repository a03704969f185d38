import type { FieldProblems, WorkspaceSettings } from '../../../kernel/index.ts';
import type { CatalogSnapshot, MatchPattern } from '../../catalog/index.ts';
import type { ImageAssets } from '../product-images.ts';

/** What is needed to merge and check an input. */
export interface MergeScope {
  readonly catalog: CatalogSnapshot;
  readonly workspace: WorkspaceSettings;
  /** The assets that its images name. */
  readonly assets: ImageAssets;
  /** Matches texts against the patterns of their attributes. */
  readonly match?: MatchPattern;
  readonly problems: FieldProblems;
}
