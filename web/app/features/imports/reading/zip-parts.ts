import { BlobReader, configure, ZipReader, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { FileProblem } from './file-problem.ts';
import { readingTexts as texts } from './reading.texts.ts';

// This code already runs in a worker, and the content security policy doesn't allow another one.
configure({ useWebWorkers: false });

/** A workbook has a few dozen parts, plus its pictures. */
const partsMax = 10_000;
const smallPartBytes = 16 * 1024 * 1024;
/** A sheet of a million rows with ten columns of text is about 0.5 GB. */
const inflatedMax = 2 * 1024 ** 3;
/** Sheets compress to about a tenth, and sheets of repeated rows to a fiftieth. A zip bomb compresses to a thousandth. */
const ratioMax = 250;
const ratioFromBytes = 50 * 1024 * 1024;

/** The parts of a ZIP archive by name. */
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

  /** Yields a part as pieces of text. `onProgress` receives a share from 0 to 1. */
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

  /** Yields a part that is always small in a valid workbook. Throws a FileProblem if it is larger. */
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
  // Marks the promise as handled. A failure also ends the stream, and reading the stream throws it.
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
