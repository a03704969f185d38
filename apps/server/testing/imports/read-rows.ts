import { argv, stdout } from 'node:process';
import { toImportOptions } from '@product-content/contract';
import { knownItemPaths, presets, recognizePreset } from '../../src/features/imports/presets/index.ts';
import { openPlannedTable } from '../../src/features/imports/rows/planned-rows.ts';
import { openTable } from '../../src/formats/index.ts';

// A program that reads a file as an import of its preset does, and prints the preset and the number of rows.
const path = argv[2] as string;
const table = await openTable({ path }, { header: true, knownItemPaths });
const { layout } = table;
const preset = recognizePreset(layout);
const transform = preset === null ? null : (presets[preset].transform ?? null);
const { rows } = await openPlannedTable(table, { layout, options: toImportOptions({}), transform });
let count = 0;
for await (const _ of rows()) count += 1;
stdout.write(`${preset} ${count}`);
