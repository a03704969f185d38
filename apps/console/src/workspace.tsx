import { Notice } from './components/notice.tsx';
import { Page } from './components/page.tsx';
import { type Route, toHash, useRoute } from './route.ts';
import { type Section, sections } from './sections.tsx';
import { missingScopes, type Session, SessionContext, useSession } from './session/session.ts';

export interface WorkspaceProps {
  readonly session: Session;
  /** A call waits because the key has no request left. */
  readonly isWaiting: boolean;
}

/** What the key opens: the sections it has the scopes for, and the one the address names. */
export function Workspace({ session, isWaiting }: WorkspaceProps) {
  const route = useRoute();
  const { caller, signOut } = session;
  const [name = 'overview'] = route.path;
  return (
    <SessionContext.Provider value={session}>
      <div class="frame">
        <nav class="sections" aria-label="Sections">
          <p class="workspace">{caller.workspace.name}</p>
          <ul>
            {sections
              .filter(({ needs }) => missingScopes(caller, needs) === null)
              .map((section) => (
                <li key={section.name}>
                  <a href={toHash([section.name])} aria-current={section.name === name ? 'page' : undefined}>
                    {section.title}
                  </a>
                </li>
              ))}
          </ul>
          <p class="who">
            <span class="muted">Key</span> {caller.key.name}{' '}
            <button type="button" onClick={() => signOut(null)}>
              Sign out
            </button>
          </p>
        </nav>
        <main>
          {isWaiting && (
            <Notice kind="warning">Too many requests: waiting until the key has some left. Nothing is lost.</Notice>
          )}
          <Place section={sections.find((section) => section.name === name)} route={route} />
        </main>
      </div>
    </SessionContext.Provider>
  );
}

/** What the address names. */
function Place({ section, route }: { section: Section | undefined; route: Route }) {
  const { caller } = useSession();
  const [, id] = route.path;
  if (section === undefined || (id !== undefined && section.one === undefined)) {
    return (
      <Page title="Not found">
        <p>There is nothing at this address.</p>
      </Page>
    );
  }
  const missing = missingScopes(caller, section.needs);
  if (missing !== null) {
    return (
      <Page title={section.title}>
        <Notice kind="problem">The key lacks the scope {missing}.</Notice>
      </Page>
    );
  }
  return <>{id === undefined ? section.list(route) : section.one?.(id, route)}</>;
}
