import type { FieldProblems, WorkspaceSettings } from '../../../kernel/index.ts';
import type { CatalogSnapshot, MatchPattern } from '../../catalog/index.ts';
import type { ImageAssets } from '../product-images.ts';

/** What an input is merged into and read against. */
export interface MergeScope {
  readonly catalog: CatalogSnapshot;
  readonly workspace: WorkspaceSettings;
  /** The assets its images name. */
  readonly assets: ImageAssets;
  /** How texts are matched against the patterns of their attributes. */
  readonly match?: MatchPattern;
  readonly problems: FieldProblems;
}
