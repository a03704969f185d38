import type { Import, Source } from './sources.ts';

/** A direction imports may not take. */
export interface Arrow {
  /** The rule in words. */
  readonly rule: string;
  /** Files the rule is about. */
  readonly from: RegExp;
  /** Files it is not about, beside tests. */
  readonly except?: RegExp;
  /** What they may not import. */
  readonly forbid: RegExp;
  /** What of it they may import all the same. */
  readonly allow?: RegExp;
  /** Types may be imported. */
  readonly typesAllowed?: boolean;
}

const tests = /\.test\.ts$|\/testing\/|\/test-support\/|\/examples\//;
const server = 'apps/server/src';
const feature = `${server}/features/[^/]+`;

export const arrows: readonly Arrow[] = [
  {
    rule: 'what ships does not import what tests share',
    from: /(^|\/)src\//,
    forbid: /^#testing\/|\/test-support(\/|$)|^apps\/[^/]+\/testing\//,
  },
  {
    rule: 'http-spec is a leaf',
    from: /^packages\/http-spec\/src\//,
    forbid: /^@contract-kit|^@product-content|^express$/,
  },
  {
    rule: 'the contract knows the words of the policies and nothing else of the repository',
    from: /^contract\/src\//,
    forbid: /^@contract-kit\/|^@product-content\/|^node:|^express$/,
    allow: /^@contract-kit\/http-spec/,
  },
  { rule: 'packages know no application', from: /^packages\/[^/]+\/src\//, forbid: /^@product-content\/|^apps\// },
  {
    rule: 'the middleware knows http-spec alone of the packages',
    from: /^packages\/middleware\/src\//,
    forbid: /^@contract-kit\//,
    allow: /^@contract-kit\/http-spec/,
  },
  {
    rule: 'hosts are known to their adapters alone, so that the core serves any of them',
    from: /^packages\/middleware\/src\/(?!adapters\/)/,
    forbid: /^express$|^@ts-rest\/express$|^node:https?$|^packages\/middleware\/src\/adapters\//,
  },
  {
    rule: 'one module takes what the middleware needs of ts-rest',
    from: /^packages\/middleware\/src\//,
    except: /^packages\/middleware\/src\/(core\/ts-rest|adapters\/express)\.ts$/,
    forbid: /^@ts-rest\//,
  },
  {
    rule: 'the client knows http-spec alone, and ts-rest and zod as types: it goes into browsers',
    from: /^packages\/client\/src\//,
    forbid: /^@contract-kit\/|^@ts-rest\/|^zod$|^node:/,
    allow: /^@contract-kit\/http-spec$/,
    typesAllowed: true,
  },
  {
    rule: 'the diff reads contracts and documents, and knows no server and no client',
    from: /^packages\/contract-diff\/src\//,
    forbid: /^@contract-kit\//,
    allow: /^@contract-kit\/(http-spec|openapi)(\/|$)/,
  },
  {
    rule: 'the server takes node:http from one module, which leaves out the clients that come with it',
    from: /^apps\/server\/src\//,
    except: /^apps\/server\/src\/kernel\/node-http\.ts$/,
    forbid: /^node:http$/,
    typesAllowed: true,
  },
  {
    rule: 'the console is one more client of the contract: what it does, anyone can',
    from: /^apps\/console\/src\//,
    forbid: /./,
    allow:
      /^apps\/console\/src\/|^@contract-kit\/client$|^@product-content\/contract$|^react(-dom\/client)?$|^zod$|^@(mantine|tanstack|dnd-kit|primer)\//,
  },
  {
    rule: 'the catalog loader is one more client of the contract, and knows nothing of the server',
    from: /^apps\/catalog-loader\//,
    forbid: /^apps\/(?!catalog-loader\/)|^@contract-kit\/|^@product-content\//,
    allow: /^@contract-kit\/client$|^@product-content\/contract$/,
  },
  {
    rule: 'webhooks depends on nothing: receivers take it alone',
    from: /^packages\/webhooks\/src\//,
    forbid: /./,
    allow: /^node:|^packages\/webhooks\//,
    typesAllowed: true,
  },
  {
    rule: 'ts-rest appears where a contract is written, read or served',
    from: new RegExp(`^${server}/`),
    except: new RegExp(String.raw`^${server}/http/|\.routes\.ts$`),
    forbid: /^@ts-rest\//,
  },
  {
    rule: 'Express is constructed in http/ alone',
    from: new RegExp(`^${server}/`),
    except: new RegExp(`^${server}/http/`),
    forbid: /^express$/,
    typesAllowed: true,
  },
  {
    rule: 'everyone may import the kernel, and it imports nobody',
    from: new RegExp(`^${server}/kernel/`),
    forbid: new RegExp(`^${server}/`),
    allow: new RegExp(`^${server}/kernel/`),
  },
  {
    rule: 'storage knows no feature',
    from: new RegExp(`^${server}/storage/`),
    forbid: new RegExp(`^${server}/`),
    allow: new RegExp(`^${server}/(storage|kernel)/`),
  },
  {
    rule: 'files know the kernel alone',
    from: new RegExp(`^${server}/files/`),
    forbid: new RegExp(`^${server}/`),
    allow: new RegExp(`^${server}/(files|kernel)/`),
  },
  {
    rule: 'outbound requests know the kernel alone',
    from: new RegExp(`^${server}/outbound/`),
    forbid: new RegExp(`^${server}/`),
    allow: new RegExp(`^${server}/(outbound|kernel)/`),
  },
  {
    rule: 'features send requests by the outbound client, which guards where they go',
    from: new RegExp(`^${feature}/`),
    forbid: /^node:https?$|^@contract-kit\/webhooks\/address-guard$/,
  },
  {
    rule: 'services, and the rules they apply, do not know the middleware that calls them',
    from: new RegExp(
      String.raw`^${feature}/(.*\.service\.ts$|(.*/)?(effects|mapping|merge|rows|run|snapshot|state|unit|write)/)`,
    ),
    forbid: /^@contract-kit\/middleware/,
  },
  {
    rule: 'formats are tables in files and know nothing of what is in them',
    from: new RegExp(`^${server}/formats/`),
    forbid: new RegExp(`^${server}/`),
    allow: new RegExp(`^${server}/(formats|kernel)/`),
  },
  {
    rule: 'features do not know how they are served, scheduled, configured or put together',
    from: new RegExp(`^${feature}/`),
    forbid: new RegExp(String.raw`^${server}/(http|jobs|cli|config|demo)/|^${server}/[^/]+\.ts$`),
  },
  {
    rule: 'routes are imported by the create-<noun>.ts of their feature alone',
    from: new RegExp(`^${server}/`),
    except: new RegExp(String.raw`^${feature}/create-[^/]+\.ts$`),
    forbid: /\.routes\.ts$/,
  },
  {
    rule: 'routes call services and readers, not repositories',
    from: /\.routes\.ts$/,
    forbid: /\.repository\.ts$|\/storage\//,
  },
  {
    rule: 'the command line stands beside the server: it shares the container',
    from: new RegExp(`^${server}/(http|jobs|demo)/|^${server}/(app|main|container)\\.ts$`),
    forbid: new RegExp(`^${server}/cli/`),
  },
];

/** Imports that go against a rule, as `file → target: rule`. */
export function findWrongImports(sources: readonly Source[], rules: readonly Arrow[] = arrows): string[] {
  return sources
    .filter(({ path }) => !tests.test(path))
    .flatMap((source) => rules.filter((arrow) => concerns(arrow, source)).flatMap((arrow) => check(arrow, source)));
}

/**
 * Imports that pass a feature's door: another feature, or the server around it, takes what its `index.ts` exports.
 */
export function findBackDoors(sources: readonly Source[]): string[] {
  const inside = new RegExp(`^(${feature})/(?!index\\.ts$)`);
  const doorless = new RegExp(String.raw`^${server}/(entities|outbox-followers|catalog-parts)\.ts$`);
  return sources
    .filter(({ path }) => path.startsWith(`${server}/`) && !tests.test(path) && !doorless.test(path))
    .flatMap(({ path, imports }) => {
      const own = inside.exec(`${path}/`)?.[1];
      const passed = imports.filter(({ target }) => {
        const entered = inside.exec(target)?.[1];
        return entered !== undefined && entered !== own;
      });
      return passed.map(({ target }) => `${path} → ${target}`);
    });
}

function concerns({ from, except }: Arrow, { path }: Source): boolean {
  return from.test(path) && except?.test(path) !== true;
}

function check(arrow: Arrow, { path, imports }: Source): string[] {
  return imports.filter((entry) => isWrong(arrow, entry)).map(({ target }) => `${path} → ${target}: ${arrow.rule}`);
}

function isWrong({ forbid, allow, typesAllowed }: Arrow, { target, typeOnly }: Import): boolean {
  return forbid.test(target) && allow?.test(target) !== true && !(typesAllowed === true && typeOnly);
}
