import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** True on a machine without curl, where documents that use it cannot be walked through. */
export const curlIsMissing = spawnSync('curl', ['--version']).status !== 0;

if (curlIsMissing) process.stderr.write('The commands of the documents are not tried: there is no curl.\n');
