import { FileProblem } from './file-problem.ts';
import type { Encoding } from './layouts.ts';
import { readingTexts as texts } from './reading.texts.ts';

const headBytes = 4096;

/** Detects a text file's encoding. Throws a FileProblem if the file isn't text. `onProgress` receives a fraction from 0 to 1. */
export async function detectEncoding(file: Blob, onProgress?: (share: number) => void): Promise<Encoding> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const sure = encodingFromBom(head) ?? encodingFromZeros(head);
  if (sure !== null) return sure;
  return (await isMostlyUtf8(file, onProgress)) ? 'utf-8' : 'windows-1252';
}

function encodingFromBom(head: Uint8Array): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return null;
}

/**
 * Detects UTF-16, in which every other byte is zero if the text is mostly Latin. Returns null if there are almost no zero bytes, as in text
 * in other encodings. Otherwise, the file isn't text, and the function throws a FileProblem.
 */
function encodingFromZeros(head: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const pairs = head.length / 2;
  if (odd > pairs * 0.4 && even < pairs * 0.1) return 'utf-16le';
  if (even > pairs * 0.4 && odd < pairs * 0.1) return 'utf-16be';
  if (even + odd > head.length * 0.02) throw new FileProblem(texts.notText);
  return null;
}

/**
 * Returns whether the file is valid UTF-8 apart from a few broken characters. Such a file must not be decoded as Windows-1252, which would
 * garble all other non-ASCII characters. Throws a FileProblem if the file contains too many bytes that don't occur in text.
 */
async function isMostlyUtf8(file: Blob, onProgress?: (share: number) => void): Promise<boolean> {
  const count = new Utf8Count();
  let read = 0;
  for await (const bytes of bytesOf(file)) {
    count.add(bytes);
    read += bytes.length;
    onProgress?.(read / file.size);
  }
  if (count.controls > file.size * 0.02) throw new FileProblem(texts.notText);
  return count.broken === 0 || count.whole > count.broken * 4;
}

/** Returns how many continuation bytes follow a UTF-8 lead byte, or 0 if the byte isn't a valid lead byte. */
function followers(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1;
  if (lead >= 0xe0 && lead <= 0xef) return 2;
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
}

/** Counts the valid and invalid non-ASCII characters in UTF-8 data, and the bytes below 0x09, which don't occur in text. */
class Utf8Count {
  whole = 0;
  broken = 0;
  controls = 0;
  private expected = 0;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte < 0x80) {
        if (this.expected > 0) this.broken += 1;
        this.expected = 0;
        if (byte < 0x09) this.controls += 1;
      } else if (this.expected > 0 && byte < 0xc0) {
        this.expected -= 1;
        if (this.expected === 0) this.whole += 1;
      } else {
        if (this.expected > 0) this.broken += 1;
        this.expected = followers(byte);
        if (this.expected === 0) this.broken += 1;
      }
    }
  }
}

const stepBytes = 1024 * 1024;

export async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += stepBytes) {
    yield new Uint8Array(await file.slice(from, from + stepBytes).arrayBuffer());
  }
}

/** Decodes a file and yields its text in pieces. Normalizes line breaks to \n and replaces undecodable bytes with U+FFFD. */
export async function* textOf(
  file: Blob,
  encoding: Encoding,
  onProgress?: (share: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let read = 0;
  // Hold back a carriage return at the end of a piece, because the next piece might start with the matching line feed.
  let held = '';
  for await (const bytes of bytesOf(file)) {
    const text = held + decoder.decode(bytes, { stream: true });
    held = text.endsWith('\r') ? '\r' : '';
    yield (held === '' ? text : text.slice(0, -1)).replace(/\r\n?/g, '\n');
    read += bytes.length;
    onProgress?.(read / file.size);
  }
  const rest = (held + decoder.decode()).replace(/\r\n?/g, '\n');
  if (rest !== '') yield rest;
}
