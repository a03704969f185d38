import type { DownloadedFile } from '@contract-kit/client';

/** Passes a file that was fetched with the key to the browser, which saves it. */
export async function download(file: DownloadedFile): Promise<void> {
  const address = URL.createObjectURL(await file.blob());
  const link = Object.assign(document.createElement('a'), { href: address, download: file.fileName ?? 'download' });
  link.click();
  // The browser has read it by then.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
