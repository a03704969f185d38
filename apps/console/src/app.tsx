import { Center, Loader, MantineProvider } from '@mantine/core';
import type { Caller } from '@product-content/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createApi } from './api/client.ts';
import { type Problem, toProblem } from './api/problem.ts';
import { createUploadFetch, type Sent } from './api/upload-fetch.ts';
import { ProblemAlert } from './components/page/problem-alert.tsx';
import { router } from './router.ts';
import { SessionContext } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { reportWaiting } from './shell/waiting.ts';
import { cssVariables, theme } from './theme/theme.ts';

/** The key is stored here while the tab is open: nowhere else, and never in an address. */
const keyName = 'product-content-key';

const storedKey = {
  read: (): string | null => sessionStorage.getItem(keyName),
  write: (key: string): void => sessionStorage.setItem(keyName, key),
  remove: (): void => sessionStorage.removeItem(keyName),
} as const;

const refused = 'The key is no longer accepted: it has expired or was revoked. Sign in with another one.';

// The client already retries what may be retried, and knows how long to wait.
const createQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });

export function App({ styleNonce }: { readonly styleNonce: string }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <Entrance />
    </MantineProvider>
  );
}

/** Asks for a key until the server accepts one, then shows the pages it opens. */
function Entrance() {
  const [key, setKey] = useState(storedKey.read);
  const [caller, setCaller] = useState<Caller | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [reason, setReason] = useState<string | null>(null);

  const signOut = useCallback((why: string | null) => {
    storedKey.remove();
    setKey(null);
    setCaller(null);
    setReason(why);
  }, []);

  // Each key has its own client and responses: nothing of one remains for the next.
  const connection = useMemo(() => {
    if (key === null) return null;
    const options = { key, onRefused: () => signOut(refused), onWaiting: reportWaiting };
    const uploadApi = (onSent: (sent: Sent) => void) => createApi({ ...options, fetch: createUploadFetch(onSent) });
    return { api: createApi(options), uploadApi, queries: createQueryClient() };
  }, [key, signOut]);

  // A key that the tab kept while the page was reloaded.
  useEffect(() => {
    if (connection === null || caller !== null) return;
    connection.api.meta.me().then(
      ({ body }) => setCaller(body.data),
      (error: unknown) => setProblem(toProblem(error)),
    );
  }, [connection, caller]);

  if (connection === null) {
    const enter = (entered: string, who: Caller) => {
      storedKey.write(entered);
      setProblem(null);
      setCaller(who);
      setKey(entered);
    };
    return <SignIn reason={reason} onSignedIn={enter} />;
  }
  if (caller === null) {
    return (
      <Center component="main" mih="100vh" p="md">
        {problem === null ? <Loader aria-label="Loading" /> : <ProblemAlert problem={problem} />}
      </Center>
    );
  }
  const { queries, ...session } = connection;
  return (
    <SessionContext value={{ ...session, caller, signOut }}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SessionContext>
  );
}
