const segment = '[a-z0-9][a-z0-9_-]*(?:\\.[a-z0-9_-]+)*';
const keyPattern = new RegExp(`^${segment}(?:/${segment})*$`);
const folderPattern = new RegExp(`^(?:${segment}/)*$`);

/** Longest key: with a folder or a prefix before it, it still fits what file systems and object stores take. */
const maxLength = 512;

/**
 * A key is segments of lower-case letters, digits, `_`, `-` and inner dots, joined by slashes: a safe path on every file
 * system, also on those that do not tell case apart, and no way out of its folder.
 *
 * @throws TypeError for anything else: a mistake in this server, because callers name no keys.
 */
export function assertFileKey(key: string): void {
  if (key.length > maxLength || !keyPattern.test(key)) throw new TypeError(`"${key}" is no key of a file.`);
}

/** @throws TypeError unless `folder` is empty or segments that each end in a slash. */
export function assertFileFolder(folder: string): void {
  if (folder.length > maxLength || !folderPattern.test(folder))
    throw new TypeError(`"${folder}" is no folder of files.`);
}
