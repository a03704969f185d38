import { apiVersion, type Caller, contract, type Index, limits, type OpenApiProfile } from '@product-content/contract';
import { encodeId } from '../../kernel/index.ts';
import { type DeprecatedUse, type KeyRecord, toApiKey } from '../keys/index.ts';
import { type OpenApiText, readOpenApiText } from './openapi-text.ts';

export interface MetaServiceOptions {
  /** Where callers reach the API, including the version segment, without a trailing slash. */
  readonly baseUrl: () => string;
  /** Requests that a key may make per rolling 60 seconds. */
  readonly rateLimit: number;
}

/** The path of the API reference page, below the API's address. */
export const referencePath = '/docs';

/** The path of the developer console, below the API's address. */
export const consolePath = '/console';

/** Starting points: endpoints about the API itself, and every list under its name in the contract. */
const links: Readonly<Record<string, string>> = {
  self: contract.meta.index.path,
  openapi: contract.meta.openapi.path,
  docs: referencePath,
  console: consolePath,
  me: contract.meta.me.path,
  ...Object.fromEntries(
    Object.entries(contract).flatMap(([name, routes]) => ('list' in routes ? [[name, routes.list.path]] : [])),
  ),
};

/** What the API says about itself and about the caller. */
export class MetaService {
  readonly #options: MetaServiceOptions;
  /** Keyed by profile and address. */
  readonly #openapi = new Map<string, Promise<OpenApiText>>();

  constructor(options: MetaServiceOptions) {
    this.#options = options;
  }

  index(): Index {
    const baseUrl = this.#options.baseUrl();
    const addresses = Object.entries(links).map(([name, path]) => [name, `${baseUrl}${path}`]);
    return { name: 'Product Content Management API', version: apiVersion, links: Object.fromEntries(addresses) };
  }

  /** The OpenAPI document as JSON text, naming this server. */
  openapi(profile?: OpenApiProfile): Promise<OpenApiText> {
    const baseUrl = this.#options.baseUrl();
    const key = `${profile} ${baseUrl}`;
    const known = this.#openapi.get(key);
    if (known !== undefined) return known;
    const text = readOpenApiText(baseUrl, profile);
    this.#openapi.set(key, text);
    return text;
  }

  /** @param lastUsedAt the time of this request, which is the last use. */
  caller(key: KeyRecord, lastUsedAt: Date, deprecatedUses: readonly DeprecatedUse[]): Caller {
    const { workspace } = key;
    return {
      key: toApiKey({ ...key, id: key.uuid, lastUsedAt, deprecatedUses }),
      scopes: [...key.scopes],
      workspace: {
        ...workspace,
        id: encodeId('workspace', workspace.id),
        locales: [...workspace.locales],
        currencies: [...workspace.currencies],
      },
      limits: {
        requests: { limit: this.#options.rateLimit, windowSeconds: 60 },
        pageSize: limits.page.max,
        bulkItems: limits.bulkItems,
      },
    };
  }
}
