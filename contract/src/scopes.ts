/** Every scope a key can have, with its description. */
export const scopes = {
  'products:read': 'Read products, their versions and variants.',
  'products:write': 'Create, change and delete products.',
  'catalog:read': 'Read categories, attributes, attribute groups and collections.',
  'catalog:write': 'Create, change and delete categories, attributes, attribute groups and collections.',
  'assets:read': 'Read assets.',
  'assets:write': 'Upload, change and delete assets.',
  'channels:read': 'Read channels and the readiness of products for them.',
  'channels:write': 'Change channels and publish to them.',
  'exports:read': 'Export products and read export profiles.',
  'exports:write': 'Create, change and delete export profiles.',
  'webhooks:read': 'Read webhook endpoints and their deliveries.',
  'webhooks:write': 'Manage webhook endpoints, and so have every event sent, whatever it shows.',
  'keys:write': 'List, create and revoke API keys, and read the request log.',
} as const;

export type Scope = keyof typeof scopes;

export const allScopes = Object.keys(scopes) as readonly Scope[];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}
