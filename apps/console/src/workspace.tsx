import type { Scope } from '@product-content/contract';
import type { ComponentChildren } from 'preact';
import { KeysPage } from './pages/keys/keys-page.tsx';
import { Notice } from './parts/notice.tsx';
import { Page } from './parts/page.tsx';
import { type Route, toHash, useRoute } from './route.ts';
import { type Session, SessionContext } from './session/session.ts';

interface Section {
  readonly name: string;
  readonly title: string;
  /** Scopes of which the key needs one. */
  readonly anyScopes: readonly Scope[];
  readonly show: (route: Route) => ComponentChildren;
}

const sections: readonly Section[] = [
  { name: 'keys', title: 'Keys', anyScopes: ['keys:write'], show: () => <KeysPage /> },
];

export interface WorkspaceProps {
  readonly session: Session;
  /** A call waits because the key has no request left. */
  readonly isWaiting: boolean;
}

/** What the key opens: the sections it has a scope for, and the one the address names. */
export function Workspace({ session, isWaiting }: WorkspaceProps) {
  const route = useRoute();
  const { caller, signOut } = session;
  const open = sections.filter(({ anyScopes }) => anyScopes.some((scope) => caller.scopes.includes(scope)));
  const [name = open[0]?.name] = route.path;
  const section = sections.find((one) => one.name === name);
  return (
    <SessionContext.Provider value={session}>
      <div class="frame">
        <nav class="sections" aria-label="Sections">
          <p class="workspace">{caller.workspace.name}</p>
          <ul>
            {open.map((one) => (
              <li key={one.name}>
                <a href={toHash([one.name])} aria-current={one.name === name ? 'page' : undefined}>
                  {one.title}
                </a>
              </li>
            ))}
          </ul>
          <p class="who">
            <span class="muted">Key</span> {caller.key.name}{' '}
            <button type="button" onClick={signOut}>
              Sign out
            </button>
          </p>
        </nav>
        <main>
          {isWaiting && (
            <Notice kind="warning">Too many requests: waiting until the key has some left. Nothing is lost.</Notice>
          )}
          <Shown section={section} isOpen={section !== undefined && open.includes(section)} route={route} />
        </main>
      </div>
    </SessionContext.Provider>
  );
}

function Shown({ section, isOpen, route }: { section: Section | undefined; isOpen: boolean; route: Route }) {
  if (section === undefined) {
    return (
      <Page title="Not found">
        <p>There is nothing at this address.</p>
      </Page>
    );
  }
  if (!isOpen) {
    const needed = section.anyScopes.map((scope) => `"${scope}"`).join(' or ');
    return (
      <Page title={section.title}>
        <Notice kind="problem">The key lacks the scope {needed}.</Notice>
      </Page>
    );
  }
  return <>{section.show(route)}</>;
}
