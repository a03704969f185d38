import './without-eval.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.querySelector('#console') as Element;
// The browser hides the attribute from selectors and markup, not from scripts of the page.
const styleNonce = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.nonce ?? '';

createRoot(root).render(<App styleNonce={styleNonce} />);
