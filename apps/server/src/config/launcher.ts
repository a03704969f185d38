import process from 'node:process';
import type { Environment } from './config.ts';

/** True when a package manager that `npx` fetched runs this process. */
export function isRunByNpx(environment: Environment = process.env): boolean {
  return /[\\/]_npx[\\/]/.test(environment.npm_execpath ?? '');
}
