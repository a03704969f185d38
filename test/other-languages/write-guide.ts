import process from 'node:process';
import { writeGuide } from './guide.ts';

// The command that `pnpm generate` runs after the generator of the other documents.
if (writeGuide()) process.stdout.write('written: docs/guides/other-languages.md\n');
