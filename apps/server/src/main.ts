import { keepCompiled } from './keep-compiled.ts';

keepCompiled();
const { serve } = await import('./serve.ts');
await serve();
