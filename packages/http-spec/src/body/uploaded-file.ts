/** A file of a multipart body whose bytes have been stored. It has no JSON form. */
export class UploadedFile {
  /** Where the server stored the bytes. They are discarded after the request unless they are moved. */
  readonly key: string;
  /** The name the client gave, without folders and control characters; null without a name. Never a path. */
  readonly fileName: string | null;
  /** The media type the client gave. It says nothing about the content. */
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the bytes, in lower-case hexadecimal. */
  readonly sha256: string;

  constructor(file: Pick<UploadedFile, 'key' | 'fileName' | 'mediaType' | 'size' | 'sha256'>) {
    this.key = file.key;
    this.fileName = file.fileName;
    this.mediaType = file.mediaType;
    this.size = file.size;
    this.sha256 = file.sha256;
  }
}
