import './without-eval.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.querySelector('#console') as Element;
// The browser hides the attribute from selectors and markup, but not from scripts of the page.
const styleNonce = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.nonce ?? '';

// The library that stops the page behind a dialog from scrolling reads the nonce of its styles from this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

createRoot(root).render(<App styleNonce={styleNonce} />);
