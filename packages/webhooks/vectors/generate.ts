import { writeFile } from 'node:fs/promises';
import { renderVectors } from './document.ts';

await writeFile(new URL('../../../docs/webhook-vectors.json', import.meta.url), renderVectors());
