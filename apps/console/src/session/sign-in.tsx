import { Alert, Button, Center, Code, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import type { Caller } from '@product-content/contract';
import { type FormEvent, useState } from 'react';
import { createApi } from '../api/client.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { ProblemAlert } from '../components/page/problem-alert.tsx';

export interface SignInProps {
  /** Why the last session ended, if that needs an explanation. */
  readonly reason: string | null;
  readonly onSignedIn: (key: string, caller: Caller) => void;
}

/**
 * Asks for an API key and tries it. Its form is plain HTML: the form library is loaded with the first page that needs
 * it.
 */
export function SignIn({ reason, onSignedIn }: SignInProps) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, setPending] = useState(false);
  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setProblem(null);
    try {
      const { body } = await createApi({ key: key.trim() }).meta.me();
      onSignedIn(key.trim(), body.data);
    } catch (error) {
      setProblem(toProblem(error));
      setPending(false);
    }
  };
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <Stack gap="md">
          <Title order={1}>Product content</Title>
          {reason !== null && (
            <Alert color="yellow" variant="outline" role="status">
              {reason}
            </Alert>
          )}
          <form onSubmit={(event) => void signIn(event)}>
            <Stack gap="md">
              <PasswordInput
                label="API key"
                description="It stays in this tab and is forgotten when you close it."
                autoComplete="off"
                required
                withAsterisk={false}
                value={key}
                onChange={({ currentTarget }) => setKey(currentTarget.value)}
              />
              {problem !== null && <ProblemAlert problem={problem} />}
              <Button type="submit" loading={isPending}>
                Sign in
              </Button>
            </Stack>
          </form>
          <Text size="sm" c="dimmed">
            The first start of the server prints a key and stores it in <Code>.data/demo-key</Code>.{' '}
            <Code>pcm key create</Code> creates others.
          </Text>
        </Stack>
      </Paper>
    </Center>
  );
}
