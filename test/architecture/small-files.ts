import type { Source } from './sources.ts';

const maxLines = 25;

/** Found by their name: entries, routes, the parts every feature has, statements, which a test prepares, and stages. */
const expected =
  /(^|\/)(index|main|routes)\.tsx?$|\/create-[^/]+\.ts$|\.(routes|entity|mapper|sql|statements)\.ts$|-lookup\.ts$|\/core\/stages\//;

/**
 * Small modules that one other module imports, as `file → importer`: they belong into it. Not meant are modules that the
 * entry of a folder exports, that are loaded late, and that are imported for what they do.
 */
export function findSmallFiles(sources: readonly Source[]): string[] {
  const modules = sources.filter(({ path }) => !/\.test\.tsx?$/.test(path));
  return modules
    .filter(({ path, lines }) => /(^|\/)src\//.test(path) && lines <= maxLines && !expected.test(path))
    .flatMap(({ path }) => {
      const [importer, ...others] = modules.filter(({ imports }) => imports.some(({ target }) => target === path));
      if (importer === undefined || others.length > 0 || /(^|\/)index\.ts$/.test(importer.path)) return [];
      const name = path.slice(path.lastIndexOf('/'));
      const isNamed = importer.text.includes(`${name}';`) && !importer.text.includes(`import '.${name}';`);
      return isNamed ? [`${path} → ${importer.path}`] : [];
    });
}
