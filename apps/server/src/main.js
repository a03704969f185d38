import { keepCompiled } from './keep-compiled.js';

keepCompiled();
const { serve } = await import('./serve.ts');
await serve();
