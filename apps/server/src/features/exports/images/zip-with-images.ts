import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type JobError, limits } from '@product-content/contract';
import { ZipFile } from 'yazl';
import { writeTable } from '../../../formats/index.ts';
import { OutboundError } from '../../../outbound/index.ts';
import type { FetchImage } from './fetch-image.ts';
import type { ImageList, ListedImage } from './image-list.ts';
import { UnresponsiveHosts } from './unresponsive-hosts.ts';

export interface ZipSources {
  /** The file of products, and its name. */
  readonly file: Readable;
  readonly fileName: string;
  readonly images: ImageList;
  readonly fetchImage: FetchImage;
  /** Milliseconds for fetching all images: a server that is slow with each would take hours. */
  readonly imagesMs: number;
  readonly signal: AbortSignal;
  readonly onWarning: (warning: JobError) => void;
}

/** Images fetched at a time; each is briefly in memory. */
const concurrency = 3;

/** A list that maps addresses to images. */
const listName = 'images.csv';

/**
 * A ZIP file with the file of products, `images/<SKU>-<number>.<ending>`, and a list of the address of each image. It
 * is written while it is read. An image that cannot be fetched, or not in time, is left out with a warning.
 */
export function zipWithImages(sources: ZipSources): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  addEntries(zip, sources).then(() => zip.end(), fail);
  return output;
}

async function addEntries(zip: ZipFile, sources: ZipSources): Promise<void> {
  const { file, fileName, images } = sources;
  await addEntry(zip, file, fileName, true);
  const hosts = new UnresponsiveHosts();
  const deadline = AbortSignal.timeout(sources.imagesMs);
  const added: [sku: string, url: string, file: string][] = [];
  let late = 0;
  for (const group of groupsOf(images.images, concurrency)) {
    const fetched = await Promise.all(group.map((image) => tryFetch(image, hosts, deadline, sources)));
    for (const entry of fetched) {
      if (entry === null) {
        late += 1;
        continue;
      }
      if ('code' in entry) {
        sources.onWarning(entry);
        continue;
      }
      await addEntry(zip, toStream(entry.bytes), entry.name, false);
      added.push([entry.image.sku, entry.image.url, entry.name]);
    }
  }
  warnOfOthers(late, sources);
  await addEntry(zip, Readable.from(writeTable({ format: 'csv' }, ['sku', 'url', 'file'], added)), listName, true);
}

/** Resolves when the stream has been written, so that only a few images are in memory. */
async function addEntry(zip: ZipFile, stream: Readable, name: string, compress: boolean): Promise<void> {
  const output = zip.outputStream as Readable;
  const ended = new AbortController();
  const abandoned = once(output, 'close', { signal: ended.signal }).then(() => {
    throw new Error('The ZIP file is no longer wanted.');
  });
  try {
    zip.addReadStream(stream, name, { compress });
    await Promise.race([finished(stream), abandoned]);
  } catch (error) {
    stream.destroy();
    throw error;
  } finally {
    abandoned.catch(() => undefined);
    ended.abort();
  }
}

/** A stream that drops its bytes once they are read: the ZIP file keeps references to its streams. */
function toStream(bytes: Buffer): Readable {
  return new PassThrough().end(bytes);
}

function* groupsOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** The image, or the warning that it is left out; null when the time for images is used up. */
async function tryFetch(
  image: ListedImage,
  hosts: UnresponsiveHosts,
  deadline: AbortSignal,
  { fetchImage, signal }: ZipSources,
) {
  const { url, sku, position } = image;
  signal.throwIfAborted();
  if (deadline.aborted) return null;
  const leaveOut = (reason: string) =>
    toWarning(sku, `images.${position - 1}.url`, `The image ${url} is left out. ${reason}`);
  if (!hosts.isWorthAsking(url)) return leaveOut('Its host did not respond to earlier requests of this export.');
  try {
    const { bytes, ending } = await fetchImage(url, AbortSignal.any([signal, deadline]));
    hosts.addSuccess(url);
    return { image, bytes, name: `images/${sku}-${position}.${ending}` };
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.aborted) return null;
    if (!(error instanceof OutboundError)) return leaveOut('It cannot be read.');
    hosts.addFailure(url, error.code);
    return leaveOut(error.message);
  }
}

function warnOfOthers(late: number, { images, imagesMs, onWarning }: ZipSources): void {
  const warn = (message: string) => onWarning(toWarning(null, null, message));
  if (late > 0) warn(`${late} images are left out: fetching images took longer than ${imagesMs / 1000} seconds.`);
  if (images.left > 0) warn(`${images.left} images beyond ${limits.exportImages} are left out.`);
}

function toWarning(sku: string | null, field: string | null, message: string): JobError {
  return { row: null, column: 'images', sku, field, code: 'not_found', message, value: null };
}
