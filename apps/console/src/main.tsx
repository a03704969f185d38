import './without-eval.ts';
import { render } from 'preact';
import { App } from './app.tsx';

render(<App />, document.querySelector('#console') as Element);
