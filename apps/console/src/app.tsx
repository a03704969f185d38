import type { Caller } from '@product-content/contract';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { type Problem, toProblem } from './api/problem.ts';
import { ProblemNotice } from './components/notice.tsx';
import { createApi } from './session/api.ts';
import { SignIn } from './session/sign-in.tsx';
import { Workspace } from './workspace.tsx';

/** Where the key is while the tab is open: nowhere else, and never in an address. */
const keyName = 'product-content-key';

const storedKey = {
  read: (): string | null => sessionStorage.getItem(keyName),
  write: (key: string): void => sessionStorage.setItem(keyName, key),
  remove: (): void => sessionStorage.removeItem(keyName),
} as const;

const refused = 'The key is not accepted any more: it has expired or was revoked. Sign in with another one.';

/** Asks for a key until there is one the server accepts, then shows its workspace. */
export function App() {
  const [key, setKey] = useState(storedKey.read);
  const [caller, setCaller] = useState<Caller | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [waitingMs, setWaitingMs] = useState(0);

  const leave = useCallback((why: string | null) => {
    storedKey.remove();
    setKey(null);
    setCaller(null);
    setReason(why);
  }, []);

  const api = useMemo(
    () => (key === null ? null : createApi({ key, onRefused: () => leave(refused), onWaiting: setWaitingMs })),
    [key, leave],
  );

  useEffect(() => {
    if (waitingMs === 0) return;
    const timer = window.setTimeout(() => setWaitingMs(0), waitingMs);
    return () => window.clearTimeout(timer);
  }, [waitingMs]);

  // A key kept by the tab, after the page was loaded anew.
  useEffect(() => {
    if (api === null || caller !== null) return;
    api.meta.me().then(
      ({ body }) => setCaller(body.data),
      (error: unknown) => setProblem(toProblem(error)),
    );
  }, [api, caller]);

  if (api === null) {
    const enter = (entered: string, who: Caller) => {
      storedKey.write(entered);
      setProblem(null);
      setCaller(who);
      setKey(entered);
    };
    return <SignIn reason={reason} onSignedIn={enter} />;
  }
  if (caller === null) {
    return <main class="sign-in">{problem === null ? <p>Loading …</p> : <ProblemNotice problem={problem} />}</main>;
  }
  return <Workspace session={{ api, caller, signOut: leave }} isWaiting={waitingMs > 0} />;
}
