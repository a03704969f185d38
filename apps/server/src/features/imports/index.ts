export { createImports } from './create-imports.ts';
