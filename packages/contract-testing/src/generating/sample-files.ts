import { Buffer } from 'node:buffer';
import { declaresMediaType } from '@contract-kit/http-spec/zod';

/** A picture of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface FileForm {
  readonly mediaType: string;
  readonly name: string;
  readonly content: (tag: string) => string | Uint8Array<ArrayBuffer>;
}

/** Small files of common types; text first, because it is accepted wherever any file is. */
const forms: readonly FileForm[] = [
  { mediaType: 'text/plain', name: 'sample.txt', content: (tag) => `Sample ${tag}\n` },
  { mediaType: 'text/csv', name: 'sample.csv', content: (tag) => `id,name\n${tag},Sample\n` },
  { mediaType: 'application/json', name: 'sample.json', content: (tag) => `[{"id":"${tag}","name":"Sample"}]` },
  { mediaType: 'application/xml', name: 'sample.xml', content: (tag) => `<sample><id>${tag}</id></sample>` },
  { mediaType: 'application/pdf', name: 'sample.pdf', content: (tag) => `%PDF-1.4\n% ${tag}\n%%EOF\n` },
  // Image decoders ignore bytes after the end of the image.
  {
    mediaType: 'image/png',
    name: 'sample.png',
    content: (tag) => Buffer.concat([Buffer.from(png, 'base64'), Buffer.from(tag)]),
  },
];

/**
 * Small files for a part, to be tried one after the other; the same tag makes the same bytes.
 *
 * @param wanted media types the part is documented with; `image/*` stands for several.
 */
export function sampleFiles(wanted: readonly string[], tag: string): File[] {
  const known = forms.filter(({ mediaType }) => declaresMediaType(wanted, mediaType));
  const [plain] = forms as [FileForm];
  const made = known.length > 0 ? known : [{ ...plain, mediaType: wanted[0] ?? plain.mediaType }];
  return made.map(({ name, mediaType, content }) => new File([content(tag)], name, { type: mediaType }));
}
