import { renderJson } from '@contract-kit/middleware';
import type { RequestContext } from '../../kernel/index.ts';
import { CategoryTree, type CountsById, type ProductCounts } from '../catalog/index.ts';
import type { CategoriesRepository } from './categories.repository.ts';
import { CategoryMapper } from './category.mapper.ts';

export interface CategoryListOptions {
  readonly categories: CategoriesRepository;
  readonly counts: ProductCounts;
  /** Bytes of cached lists; beyond that, the least recently used is dropped. Default 32 MiB. */
  readonly maxBytes?: number;
}

export type CategoryListFormat = 'tree' | 'flat';

/** A list, and the state of the workspace it shows. */
interface CachedList {
  readonly version: string | null;
  readonly counts: CountsById;
  readonly json: Uint8Array;
}

/**
 * All categories of a workspace as a response body. It is rendered once for each state of the catalog and of the
 * product counts: 2,000 categories are 1.5 MB of text, which takes longer to render than to send.
 */
export class CategoryList {
  readonly #options: CategoryListOptions;
  readonly #cache = new Map<string, CachedList>();
  #cachedBytes = 0;

  constructor(options: CategoryListOptions) {
    this.#options = options;
  }

  /** Not for use within a change of the catalog, which may be rolled back. */
  async render({ workspace }: RequestContext, format: CategoryListFormat): Promise<Uint8Array> {
    const { categories, counts } = this.#options;
    // Read before the rows: a change in between costs one more rendering, but leaves no outdated list behind.
    const version = await categories.catalogVersion(workspace.id);
    // The same map object until a product changes.
    const numbers = await counts.of(workspace.id);
    const key = `${format} ${workspace.id}`;
    const cached = this.#take(key);
    const isCurrent = cached !== undefined && cached.version === version && cached.counts === numbers;
    const json = isCurrent ? cached.json : await this.#render(workspace.id, numbers, format);
    this.#keep(key, { version, counts: numbers, json });
    return json;
  }

  async #render(workspaceId: string, counts: CountsById, format: CategoryListFormat): Promise<Uint8Array> {
    const mapper = new CategoryMapper(new CategoryTree(await this.#options.categories.list(workspaceId)), counts);
    const data = await (format === 'tree' ? mapper.forest() : mapper.list());
    const json = await renderJson({ data });
    return typeof json === 'string' ? Buffer.from(json) : json;
  }

  #take(key: string): CachedList | undefined {
    const cached = this.#cache.get(key);
    if (cached === undefined) return undefined;
    this.#cache.delete(key);
    this.#cachedBytes -= cached.json.length;
    return cached;
  }

  #keep(key: string, list: CachedList): void {
    // A concurrent request may have cached its own rendering.
    this.#take(key);
    this.#cache.set(key, list);
    this.#cachedBytes += list.json.length;
    for (const oldest of this.#cache.keys()) {
      if (this.#cachedBytes <= (this.#options.maxBytes ?? 2 ** 25)) return;
      this.#take(oldest);
    }
  }
}
