import { type AuthScheme, securitySchemesOf } from '@contract-kit/http-spec';
import type { PlaceReport } from '../operations/place-report.ts';
import { pair, type Rule } from '../rule.ts';
import { textOf } from '../schemas/schema-view.ts';
import type { PolicySnapshot, Snapshot } from '../snapshot/snapshot.ts';
import { addedTo } from './added-to.ts';

/** Who may call. */
export const accessRules: readonly Rule[] = [
  ...pair(
    ['auth.required', 'breaking', 'Callers must authenticate'],
    ['auth.lifted', 'risky', 'Anyone may call: the data it returns is public'],
  ),
  ...pair(
    ['auth.scheme-removed', 'breaking', 'A way to authenticate is no longer accepted'],
    ['auth.scheme-added', 'safe', 'Another way to authenticate is accepted'],
  ),
  ...pair(
    ['auth.presentation-removed', 'breaking', 'A credential can no longer be presented this way'],
    ['auth.presentation-added', 'safe', 'A credential can be presented in another way'],
  ),
  ...pair(
    ['scopes.added', 'breaking', 'Callers need a further scope'],
    ['scopes.removed', 'safe', 'Callers no longer need the scope'],
  ),
  ...pair(
    ['any-scopes.removed', 'breaking', 'A scope no longer gives access to the operation'],
    ['any-scopes.added', 'safe', 'A further scope gives access to the operation'],
  ),
  ...pair(
    ['any-scopes.required', 'breaking', 'Callers need one of several scopes'],
    ['any-scopes.lifted', 'safe', 'Callers no longer need one of several scopes'],
  ),
  ...pair(
    ['authorize.added', 'risky', 'The operation may refuse callers that have the scopes'],
    ['authorize.removed', 'risky', 'Scopes alone decide who may call'],
  ),
];

export function compareAccess(before: PolicySnapshot, after: PolicySnapshot, { report }: PlaceReport): void {
  const [wasOpen, isOpen] = [before.auth.length === 0, after.auth.length === 0];
  if (wasOpen !== isOpen) report(isOpen ? 'auth.lifted' : 'auth.required', 'auth', before.auth, after.auth);
  if (!wasOpen && !isOpen) {
    for (const scheme of addedTo(before.auth, after.auth)) report('auth.scheme-added', 'auth', undefined, scheme);
    for (const scheme of addedTo(after.auth, before.auth)) report('auth.scheme-removed', 'auth', scheme);
  }
  for (const scope of addedTo(before.scopes, after.scopes)) report('scopes.added', 'scopes', undefined, scope);
  for (const scope of addedTo(after.scopes, before.scopes)) report('scopes.removed', 'scopes', scope);
  compareAnyScopes(before.anyScopes, after.anyScopes, report);
  if (before.authorize !== after.authorize) {
    report(after.authorize === 'handler' ? 'authorize.added' : 'authorize.removed', 'authorize');
  }
}

/** Compares scopes of which one is enough. */
export function compareAnyScopes(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  report: PlaceReport['report'],
): void {
  if (before === undefined && after === undefined) return;
  if (before === undefined) {
    report('any-scopes.required', 'anyScopes', undefined, after);
    return;
  }
  if (after === undefined) {
    report('any-scopes.lifted', 'anyScopes', before);
    return;
  }
  for (const scope of addedTo(before, after)) report('any-scopes.added', 'anyScopes', undefined, scope);
  for (const scope of addedTo(after, before)) report('any-scopes.removed', 'anyScopes', scope);
}

type Schemes = Snapshot['authSchemes'];

/** Compares how the credentials of a scheme are sent. */
export function compareSchemes(before: Schemes, after: Schemes, { report }: PlaceReport): void {
  for (const name of Object.keys(before ?? {}).sort()) {
    const [from, to] = [before?.[name], after?.[name]];
    if (from === undefined || to === undefined) continue;
    const [known, accepted] = [presentationsOf(name, from), presentationsOf(name, to)];
    const path = `authSchemes.${name}`;
    for (const [text, way] of accepted) if (!known.has(text)) report('auth.presentation-added', path, undefined, way);
    for (const [text, way] of known) if (!accepted.has(text)) report('auth.presentation-removed', path, way);
  }
}

/** Each way to send a credential, as text. */
function presentationsOf(name: string, scheme: AuthScheme): Map<string, unknown> {
  const ways = Object.values(securitySchemesOf(name, scheme)).map(
    ({ description: _, ...way }) => [textOf(way), way] as const,
  );
  return new Map(ways.sort(([a], [b]) => (a < b ? -1 : 1)));
}
