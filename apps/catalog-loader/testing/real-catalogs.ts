import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { dataOption } from '../src/load-command.ts';

/** The folder of the real catalogs, where the command looks for it. */
export const catalogFolder: string = new Command().addOption(dataOption()).parse([], { from: 'user' }).opts().data;

/** False if tests of real catalogs are skipped. */
export const hasCatalogs = existsSync(catalogFolder);
