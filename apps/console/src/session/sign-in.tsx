import type { Caller } from '@product-content/contract';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Notice } from '../components/notice.tsx';
import { createApi } from './api.ts';

export interface SignInProps {
  /** Why the last session ended, if there is something to say. */
  readonly reason: string | null;
  readonly onSignedIn: (key: string, caller: Caller) => void;
}

/** Asks for an API key and tries it. */
export function SignIn({ reason, onSignedIn }: SignInProps) {
  const signIn = async (fields: FormData) => {
    const key = String(fields.get('key')).trim();
    const { body } = await createApi({ key }).meta.me();
    onSignedIn(key, body.data);
  };
  return (
    <main class="sign-in">
      <h1>Product content</h1>
      {reason !== null && <Notice kind="warning">{reason}</Notice>}
      <Form submit="Sign in" onSubmit={signIn}>
        <TextField
          name="key"
          label="API key"
          type="password"
          autocomplete="off"
          required
          hint="It stays in this tab and is forgotten when you close it."
        />
      </Form>
      <p class="muted">
        The first start of the server prints a key and keeps it in <code>.data/demo-key</code>;{' '}
        <code>pcm key create</code> makes others.
      </p>
    </main>
  );
}
