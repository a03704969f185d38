import { apiPrefix, apiVersion } from './contract.ts';
import { webhookDeliveries } from './resources/webhooks/webhook-deliveries.ts';
import { scopes } from './scopes.ts';

const scopeLines = Object.entries(scopes).map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`);

/** What the OpenAPI document contains beyond the contract: its texts, its servers, the names of its sections. */
export const apiDescription = {
  info: {
    title: 'Product Content Management API',
    version: apiVersion,
    summary: 'Products, their catalog and their assets, for one workspace.',
    description: [
      'A JSON REST API for the product content of one workspace. Single records are returned as `{ data }`, lists ' +
        'as `{ data, pagination }`, small collections whole as `{ data }`. Keys are camelCase, timestamps ISO 8601 in UTC.',
      '## Authentication',
      'Send an API key as `Authorization: Bearer <API_KEY>` or as `X-API-Key: <API_KEY>`. A key sees one workspace; ' +
        'records of another return 404. Each operation names the scopes a key needs:',
      scopeLines.join('\n'),
      '## Errors',
      'Every error has the body `{ error: { code, message, details?, requestId } }`. `code` is stable, `message` is for ' +
        'people. Repeat 429 and `idempotency_in_progress` after `Retry-After` seconds, 5xx with exponential backoff, and ' +
        'no other 4xx.',
      '## Text',
      'White space around plain text is removed; plain text of nothing else is null, and is left out of a list. Formatted ' +
        'text (descriptions, rich text attributes) is stored as sent, unless it is only white space.',
      '## Limits',
      'Every response carries `X-RateLimit-Limit`, `-Remaining` and `-Reset`. The window rolls: in no 60 seconds are more ' +
        'requests admitted than the limit. Refused requests are not counted.',
      '## Changing safely',
      'A product’s `ETag` names its version: send it as `If-Match` and a change based on an older version returns 412. ' +
        'A POST with an `Idempotency-Key` can be repeated for 24 hours: it runs once, and every repetition gets the ' +
        'stored response.',
      '## Paging',
      '`page` and `limit` address any page and count the whole; `cursor` continues from `pagination.nextCursor` at a ' +
        'cost that does not grow with depth. Stop when `pagination.hasMore` is false.',
    ].join('\n\n'),
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    {
      url: `{origin}${apiPrefix}`,
      description: 'Where the service runs.',
      variables: { origin: { default: 'http://127.0.0.1:3000', description: 'Scheme, host and port.' } },
    },
  ],
  tags: {
    meta: { name: 'Meta', description: 'The API itself and the calling key.' },
    products: { name: 'Products', description: 'Products, their variants and their versions.' },
    categories: { name: 'Categories', description: 'The category tree and the attributes that apply in it.' },
    attributes: { name: 'Attributes', description: 'Definitions of custom product attributes.' },
    attributeGroups: { name: 'Attribute groups', description: 'Attributes in groups.' },
    collections: { name: 'Collections', description: 'Ordered selections of products.' },
    channels: {
      name: 'Channels',
      description: 'Marketplaces, shops and feeds: mapped products, readiness, publishing.',
    },
    assets: { name: 'Assets', description: 'Images, videos and documents.' },
    files: { name: 'Files', description: 'The files of assets, without a key.' },
    imports: { name: 'Imports', description: 'Files of products, imported in the background.' },
    importProfiles: { name: 'Import profiles', description: 'Saved mappings and options of imports.' },
    events: { name: 'Events', description: 'What happened, in order, for systems that keep a copy.' },
    jobs: { name: 'Jobs', description: 'Imports, exports and publications in the background.' },
    exports: { name: 'Exports', description: 'Products as files.' },
    exportProfiles: { name: 'Export profiles', description: 'Saved exports, and feeds that need no key.' },
    keys: { name: 'Keys', description: 'API keys, and what they may do.' },
    requests: { name: 'Requests', description: 'The last requests of the workspace.' },
    webhooks: { name: 'Webhooks', description: 'Endpoints that receive events, and their deliveries.' },
  },
  webhooks: webhookDeliveries,
} as const;
