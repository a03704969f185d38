/** A file that came in a multipart body, after its bytes have been put away. JSON cannot hold one. */
export class UploadedFile {
  /** Where whoever received the bytes keeps them. They are discarded after the request unless moved away. */
  readonly key: string;
  /** The name the client gave, without folders and characters that are none; null when it gave none. Never a path. */
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
