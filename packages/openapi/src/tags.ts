import type { PathItem, Tag } from './document.ts';
import type { OpenApiOptions } from './options.ts';

/** The tag of an operation: the first part of its id, or the name the options give that part. */
export function tagOf(operationId: string, tags: OpenApiOptions['tags'] = {}): string {
  const group = operationId.split('.')[0] as string;
  return tags[group]?.name ?? group;
}

/** The tags in use: those of the options first, in their order, then the others in the order of the contract. */
export function createTags(paths: Readonly<Record<string, PathItem>>, tags: OpenApiOptions['tags'] = {}): Tag[] {
  const used = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap((operation) => operation.tags ?? [])),
  );
  const described = Object.entries(tags).map(([group, { name = group, description }]) => ({ name, description }));
  const listed = described.filter(({ name }) => used.has(name));
  const others = [...used].filter((name) => !described.some((tag) => tag.name === name)).map((name) => ({ name }));
  return [
    ...listed.map(({ name, description }) => (description === undefined ? { name } : { name, description })),
    ...others,
  ];
}
