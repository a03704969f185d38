import { prepareServer } from './engine.js';

// Compiles what a start of the server loads, for installations where it cannot write beside its packages.
prepareServer();
await Promise.all([import('./serve.ts'), import('./app-parts.ts'), import('./start-database.ts')]);
