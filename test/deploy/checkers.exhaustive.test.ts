import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '@product-content/test-support/optional-programs';
import { run } from '@product-content/test-support/run-program';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readMarkdown } from '../docs/markdown/markdown.ts';
import { inRepository, root } from '../docs/repository.ts';
import { deployFolder, findDeployFiles, readPanels } from './deploy-files.ts';

/** Runs a checker in the folder of the files. @throws Error with what it finds. */
const check = (program: string | null, ...args: readonly string[]) => run(deployFolder, program ?? '', ...args);

describe.skipIf(findProgram('promtool') === null)('promtool', () => {
  const promtool = findProgram('promtool');

  it.each(['prometheus/prometheus.yml', 'prometheus/kubernetes.yml'])('accepts %s and its alerts', async (file) => {
    expect(await check(promtool, 'check', 'config', '--lint-fatal', file)).toContain('SUCCESS');
  });

  it('sees each alert fire, and stay silent, with the command of the guide', async () => {
    const { blocks } = readMarkdown(inRepository('docs/guides/deploying.md'));
    const command = blocks.find(({ text }) => text.startsWith('promtool '));
    const [, ...args] = command?.text.trim().split(' ') ?? [];
    expect(await run(root, promtool ?? '', ...args)).toContain('SUCCESS');
  });

  it('accepts the query of every panel', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pcm-panels-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'panels.yml');
    const rules = readPanels().map(({ expression }, index) => ({
      record: `panel:${index}`,
      expr: expression.replaceAll('$__rate_interval', '1m'),
    }));
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    expect(await check(promtool, 'check', 'rules', file)).toContain(`${rules.length} rules found`);
  });
});

describe.skipIf(findProgram('kubernetesValidate') === null)('kubernetes-validate', () => {
  it('accepts every manifest, and knows each of its fields', async () => {
    const output = await check(findProgram('kubernetesValidate'), '--strict', ...findDeployFiles('kubernetes/*.yaml'));
    expect(output.match(/passed/g)?.length).toBeGreaterThanOrEqual(8);
  });
});

describe.skipIf(findProgram('hadolint') === null)('hadolint', () => {
  it('finds no problem in the Dockerfile', async () => {
    expect(await check(findProgram('hadolint'), 'Dockerfile')).toBe('');
  });
});
