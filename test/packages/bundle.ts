import { rolldown } from 'rolldown';
import { inRepository } from '../docs/repository.ts';

export interface Bundle {
  /** One minified ES module. */
  readonly code: string;
  /** What it still imports: nothing, when it runs in a browser as it is. */
  readonly imports: readonly string[];
}

/** Bundles a module's text for browsers; its imports are found as from this folder. */
export async function bundleForBrowsers(text: string): Promise<Bundle> {
  const entry = inRepository('test/packages/entry.ts');
  const bundler = await rolldown({
    input: entry,
    platform: 'browser',
    external: /^node:/,
    logLevel: 'silent',
    plugins: [
      { name: 'text', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? text : null) },
    ],
  });
  try {
    const { output } = await bundler.generate({ format: 'esm', minify: true });
    const [{ code, imports, dynamicImports }] = output;
    return { code, imports: [...imports, ...dynamicImports] };
  } finally {
    await bundler.close();
  }
}
