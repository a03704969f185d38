import './without-eval.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.querySelector('#console') as Element;
// The browser hides the attribute from selectors and markup, not from scripts of the page.
const styleNonce = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.nonce ?? '';

// The name under which the library that keeps the page behind a dialog from scrolling looks for the nonce of its styles.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

createRoot(root).render(<App styleNonce={styleNonce} />);
