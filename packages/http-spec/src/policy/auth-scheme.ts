/** How a credential is sent: an OpenAPI 3.1 "Security Scheme Object". */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'oauth2'; readonly flows: Readonly<Record<string, object>> }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
  | { readonly type: 'mutualTLS' }
);

/** An authentication scheme: one OpenAPI security scheme, or several by name, any one of which is enough. */
export type AuthScheme = SecurityScheme | { readonly anyOf: Readonly<Record<string, SecurityScheme>> };

/** An API key as a bearer token or in `X-API-Key`: the default scheme. */
export const apiKeyScheme = {
  anyOf: {
    bearerAuth: { type: 'http', scheme: 'bearer', description: 'The API key as `Authorization: Bearer <API_KEY>`.' },
    apiKeyHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'The API key as `X-API-Key: <API_KEY>`.',
    },
  },
} as const satisfies AuthScheme;

/** The OpenAPI security schemes of an authentication scheme by name; any one of them is enough. */
export function securitySchemesOf(name: string, scheme: AuthScheme): Readonly<Record<string, SecurityScheme>> {
  return 'anyOf' in scheme ? scheme.anyOf : { [name]: scheme };
}
