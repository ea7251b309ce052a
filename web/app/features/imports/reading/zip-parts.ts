import { BlobReader, configure, ZipReader, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { FileProblem } from './file-problem.ts';
import { readingTexts as texts } from './reading.texts.ts';

// This code already runs in a worker, and the content security policy doesn't allow the library's own workers.
configure({ useWebWorkers: false });

/** The maximum number of files in the archive. A normal workbook contains a few dozen, plus its images. */
const partsMax = 10_000;
const smallPartBytes = 16 * 1024 * 1024;
/**
 * The maximum uncompressed size of a part, in bytes. For comparison, a sheet with a million rows and ten text columns takes about 0.5 GB.
 */
const inflatedMax = 2 * 1024 ** 3;
/** The maximum compression ratio. Normal sheets reach about 10, sheets of identical rows about 50, and zip bombs about 1,000. */
const ratioMax = 250;
/** The ratio is checked only after this many decompressed bytes. */
const ratioFromBytes = 50 * 1024 * 1024;

/** The files in a ZIP archive, by name. In a workbook, these files are called parts. */
export class ZipParts {
  private readonly parts: ReadonlyMap<string, FileEntry>;

  private constructor(parts: ReadonlyMap<string, FileEntry>) {
    this.parts = parts;
  }

  static async open(file: Blob): Promise<ZipParts> {
    const parts = new Map<string, FileEntry>();
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      if (parts.size >= partsMax) throw new FileProblem(texts.inflates);
      if (!entry.directory) parts.set(entry.filename, entry);
    }
    return new ZipParts(parts);
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  /**
   * Decompresses a part and yields its text in pieces. Throws a FileProblem if the part is missing or encrypted, or unpacks to too much
   * data. `onProgress` receives a fraction from 0 to 1.
   */
  async *text(name: string, { onProgress, bytesMax = inflatedMax }: TextOptions = {}): AsyncGenerator<string> {
    const entry = this.parts.get(name);
    if (entry === undefined) throw new FileProblem(texts.damaged);
    if (entry.encrypted) throw new FileProblem(texts.password);
    const decoder = new TextDecoder();
    let bytes = 0;
    for await (const piece of inflated(entry)) {
      bytes += piece.length;
      if (bytes > bytesMax || isBomb(bytes, entry)) throw new FileProblem(texts.inflates);
      yield decoder.decode(piece, { stream: true });
      onProgress?.(Math.min(1, bytes / entry.uncompressedSize));
    }
    yield decoder.decode();
  }

  /** Yields the text of a part that is small in any valid workbook. Throws a FileProblem if the part is larger than 16 MB. */
  smallText(name: string): AsyncGenerator<string> {
    return this.text(name, { bytesMax: smallPartBytes });
  }
}

type TextOptions = { onProgress?: ((share: number) => void) | undefined; bytesMax?: number };

function isBomb(bytes: number, { compressedSize }: FileEntry): boolean {
  return bytes > ratioFromBytes && bytes > compressedSize * ratioMax;
}

async function* inflated(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const aborted = new AbortController();
  const written = entry.getData(writable, { signal: aborted.signal });
  // Prevent an "unhandled rejection". If decompression fails, reading the stream throws the error anyway.
  written.catch(() => undefined);
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    await written;
  } finally {
    aborted.abort();
    await reader.cancel().catch(() => undefined);
  }
}
