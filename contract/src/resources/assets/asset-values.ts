import { z } from 'zod';
import { controlCharacters, notBlankOf, pathNamePattern, spaces } from '../../values/text.ts';

/** The type of an asset, determined by the content of its file. */
export const assetTypes = ['image', 'video', 'document'] as const;

/** The origin of an asset. */
export const assetSources = ['upload', 'url'] as const;

/** Maximum lengths of an asset's fields, in characters, and of its lists. */
export const assetLimits = {
  fileName: 255,
  altText: 1_000,
  url: 2_048,
  tags: { maxItems: 100, maxLength: 100 },
  folder: { length: 500, depth: 20, segment: 100 },
} as const;

/** The folder of assets outside of folders. */
export const rootFolder = '/';

/** Widths in pixels in which renditions of an image can be requested. */
export const thumbnailWidths = [64, 128, 256, 512, 1024, 2048] as const;

/** Characters that are not allowed in a name: controls, and those that change the direction of the surrounding text. */
const unseen = `${controlCharacters}\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069`;

/** The name of a file, without a path. */
export const FileNameSchema = z
  .string()
  .regex(notBlankOf(`/\\\\${unseen}`), 'Must be a name without slashes and control characters, and not blank.')
  .trim()
  .max(assetLimits.fileName)
  .refine((name) => name !== '.' && name !== '..', 'Must be a name, not a path.')
  .meta({ pattern: `^[${spaces}]*${pathNamePattern(`/\\\\${unseen}`, assetLimits.fileName)}[${spaces}]*$` });

const folderProblem = 'Must be names between slashes, such as /campaigns/summer.';

/**
 * A folder as the API shows it, `/a/b`: names between slashes. A missing leading slash, a trailing one and repeated
 * ones are tolerated.
 */
export const FolderSchema = z
  .string()
  .max(assetLimits.folder.length)
  .regex(new RegExp(`^[^\\\\${unseen}]*$`), folderProblem)
  .transform((text) => {
    const names = text.split('/').map((name) => name.trim());
    return `/${names.filter((name) => name !== '').join('/')}`;
  })
  .refine((folder) => depthOf(folder) <= assetLimits.folder.depth, `Must be ${assetLimits.folder.depth} deep at most.`)
  .refine(
    (folder) => namesOf(folder).every((name) => name.length <= assetLimits.folder.segment),
    `Must be of names of at most ${assetLimits.folder.segment} characters.`,
  )
  .refine((folder) => namesOf(folder).every((name) => name !== '.' && name !== '..'), folderProblem)
  .meta({
    description: `Names between slashes; \`/\` is no folder. At most ${assetLimits.folder.depth} names of at most ${assetLimits.folder.segment} characters, none of them \`.\` or \`..\`.`,
    pattern: folderPattern(),
    examples: ['/campaigns/summer'],
  });

function folderPattern(): string {
  const { segment, depth } = assetLimits.folder;
  const name = pathNamePattern(`/\\\\${unseen}`, segment);
  const between = `[/${spaces}]*`;
  return `^${between}(?:${name}(?:[${spaces}]*/${between}${name}){0,${depth - 1}}[${spaces}]*(?:/${between})?)?$`;
}

function namesOf(folder: string): string[] {
  return folder.split('/').slice(1);
}

function depthOf(folder: string): number {
  return folder === rootFolder ? 0 : namesOf(folder).length;
}

export type AssetType = (typeof assetTypes)[number];
export type AssetSource = (typeof assetSources)[number];
export type ThumbnailWidth = (typeof thumbnailWidths)[number];
