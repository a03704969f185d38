import { CopyButton } from './buttons.tsx';
import { Notice } from './notice.tsx';

/** A secret the server shows once. */
export function Secret({ what, text, onDone }: { what: string; text: string; onDone: () => void }) {
  return (
    <Notice kind="success">
      <p>This is the {what}. It is not shown again: keep it now.</p>
      <p>
        <code class="secret">{text}</code> <CopyButton text={text} what={what} />{' '}
        <button type="button" onClick={onDone}>
          I have kept it
        </button>
      </p>
    </Notice>
  );
}
