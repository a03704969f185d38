import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '../document.ts';
import { isRecord } from '../schemas/json-schema.ts';

/**
 * The problems that two independent validators and a JSON Schema compiler find in a document: structure, references,
 * unused components, schemas that do not compile, examples their schema refuses.
 *
 * @returns One sentence per problem; empty if the document is valid.
 */
export async function findDocumentProblems(document: OpenApiDocument): Promise<string[]> {
  return [
    ...(await findStructuralProblems(document)),
    ...(await findLintProblems(document)),
    ...findExampleProblems(document),
  ];
}

/** Compiles the schema of OpenAPI once. */
const validator = new Validator();

async function findStructuralProblems(document: OpenApiDocument): Promise<string[]> {
  const { valid, errors } = await validator.validate(structuredClone(document) as object as Record<string, unknown>);
  return valid ? [] : [`structure: ${JSON.stringify(errors)}`];
}

async function findLintProblems(document: OpenApiDocument): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // A contract needs neither a licence nor client errors beyond those of its policies.
      'info-license': 'off',
      'info-license-strict': 'off',
      'operation-4xx-response': 'off',
      // `/todos/bulk` next to `/todos/{id}`: the literal segment wins (OpenAPI 3.1 §4.8.8.2).
      'no-ambiguous-paths': 'off',
      // The 405 belongs to paths, not to operations.
      'no-unused-components': 'off',
      'no-server-example.com': 'off',
      'no-empty-servers': 'off',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems
    .map(({ ruleId, message, location }) => ({ ruleId, message, pointer: location[0]?.pointer ?? '' }))
    .filter(({ ruleId, pointer }) => !(ruleId === requiredUndefined && /\/(if|then|else)\//.test(pointer)))
    .map(({ ruleId, message, pointer }) => `${ruleId}: ${message} (${pointer})`);
}

/** A condition names properties of the enclosing schema. */
const requiredUndefined = 'no-required-schema-properties-undefined';

/** Compiles every schema of the document and validates its examples and default. */
function findExampleProblems(document: OpenApiDocument): string[] {
  // Most schemas validate one value: optimizing their code takes longer than it saves.
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const problems: string[] = [];
  const check = (pointer: string, values: readonly unknown[]): void => {
    const validate = ajv.compile({ $ref: `document#${pointer}` });
    for (const value of values) {
      if (!validate(value)) problems.push(`${pointer} ${JSON.stringify(value)}: ${ajv.errorsText(validate.errors)}`);
    }
  };
  const visit = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { schema, examples, default: fallback } = node as Record<string, unknown>;
    if (isRecord(schema))
      check(`${pointer}/schema`, isRecord(examples) ? Object.values(examples).map(exampleValue) : []);
    if (Array.isArray(examples)) check(pointer, examples);
    if (fallback !== undefined && !isRecord(fallback)) check(pointer, [fallback]);
    for (const [key, member] of Object.entries(node)) {
      if (key !== 'examples') visit(member, `${pointer}/${escapePointer(key)}`);
    }
  };
  visit(document, '');
  return problems;
}

function exampleValue(example: unknown): unknown {
  return isRecord(example) ? example.value : undefined;
}

/** A member name as a segment of a JSON Pointer in a URI fragment (RFC 6901 §6). */
function escapePointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
