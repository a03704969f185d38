import { pair, type Rule, same } from '../rule.ts';

/** Changes of an operation other than those of schemas and policies. */
export const operationRules: readonly Rule[] = [
  ...pair(
    ['operation.removed', 'breaking', 'The operation has been removed, and was not deprecated'],
    ['operation.added', 'safe', 'The operation has been added'],
  ),
  ...pair(
    ['operation.removed-before-sunset', 'breaking', 'The operation has been removed before its sunset'],
    ['operation.added-deprecated', 'safe', 'The operation has been added, and is deprecated'],
  ),
  ...pair(
    ['operation.removed-after-sunset', 'safe', 'The operation has been removed after its sunset'],
    ['operation.added-after-sunset', 'risky', 'The operation has been added, and is past its sunset'],
  ),
  ...same('operation.moved', 'breaking', 'The method or path has changed'),
  ...same(
    'operation.renamed',
    'risky',
    'The operation has another id: generated clients and tools call it by another name',
  ),
  ...same('path.parameter-renamed', 'risky', 'A parameter of the path has another name, which generated clients show'),
  ...pair(
    ['query.parameter-removed', 'breaking', 'The query parameter has been removed'],
    ['query.parameter-added', 'safe', 'An optional query parameter has been added'],
  ),
  ...pair(
    ['query.required-parameter-removed', 'breaking', 'The query parameter has been removed, and was required'],
    ['query.required-parameter-added', 'breaking', 'A required query parameter has been added'],
  ),
  ...pair(
    ['header.parameter-removed', 'risky', 'The header field is no longer read'],
    ['header.parameter-added', 'safe', 'An optional header field is read'],
  ),
  ...pair(
    ['header.required-parameter-removed', 'risky', 'The header field is no longer read, and was required'],
    ['header.required-parameter-added', 'breaking', 'A header field is required'],
  ),
  ...pair(
    ['request.parameter-required', 'breaking', 'The parameter is required'],
    ['request.parameter-optional', 'safe', 'The parameter is optional'],
  ),
  ...pair(
    [
      'request.list-repeated',
      'risky',
      'Each value of the list is a separate parameter, no longer part of one comma-separated text',
    ],
    [
      'request.list-in-commas',
      'breaking',
      'The values of the list are one comma-separated text, no longer separate parameters',
    ],
  ),
  ...pair(
    ['request.parameter-deprecated', 'safe', 'The parameter is deprecated'],
    ['request.parameter-restored', 'safe', 'The parameter is no longer deprecated'],
  ),
  ...pair(
    ['request.body-required', 'breaking', 'A body is required'],
    ['request.body-optional', 'safe', 'The body may be left out'],
  ),
  ...pair(
    ['request.body-removed', 'breaking', 'The operation no longer takes a body'],
    ['request.body-added', 'safe', 'The operation takes an optional body'],
  ),
  ...pair(
    ['request.required-body-removed', 'breaking', 'The operation no longer takes a body, and required one'],
    ['request.required-body-added', 'breaking', 'The operation takes a body and requires it'],
  ),
  ...mediaTypes('request', 'safe'),
  ...mediaTypes('response', 'safe'),
  ...mediaTypes('event', 'breaking'),
  ...pair(
    ['response.status-removed', 'breaking', 'The status is no longer among the responses'],
    ['response.status-added', 'risky', 'A status has been added to the responses'],
  ),
  ...pair(
    ['response.error-status-removed', 'risky', 'The error status is no longer among the responses'],
    ['response.error-status-added', 'safe', 'An error status has been added to the responses'],
  ),
  ...pair(
    ['response.body-removed', 'breaking', 'The response no longer has a body'],
    ['response.body-added', 'safe', 'The response has a body'],
  ),
  ...headers('response'),
  ...headers('event'),
];

function mediaTypes(sender: string, added: 'safe' | 'breaking'): Rule[] {
  return pair(
    [`${sender}.media-type-removed`, 'breaking', 'The media type has been removed'],
    [`${sender}.media-type-added`, added, 'A media type has been added'],
  );
}

function headers(sender: string): Rule[] {
  return [
    ...pair(
      [`${sender}.header-removed`, 'breaking', 'The header field has been removed'],
      [`${sender}.header-added`, 'safe', 'A header field has been added'],
    ),
    ...pair(
      [`${sender}.optional-header-removed`, 'risky', 'The optional header field has been removed'],
      [`${sender}.optional-header-added`, 'safe', 'An optional header field has been added'],
    ),
    ...pair(
      [`${sender}.header-optional`, 'breaking', 'The header field may be missing'],
      [`${sender}.header-required`, 'safe', 'The header field is always present'],
    ),
  ];
}
