import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/* Screenshots have few colours, so a PNG with a palette is a third of the size. */

type Pixels = { width: number; height: number; data: Buffer };

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, sum]);
}

/** The browser decodes what it has drawn. */
async function pixelsOf(page: Page, png: Buffer): Promise<Pixels> {
  const { width, height, text } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const data = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    let letters = '';
    for (let at = 0; at < data.length; at += 32_768) {
      letters += String.fromCodePoint(...data.subarray(at, at + 32_768));
    }
    return { width: image.width, height: image.height, text: btoa(letters) };
  }, png.toString('base64'));
  return { width, height, data: Buffer.from(text, 'base64') };
}

const colourAt = (data: Buffer, at: number) => data.readUIntBE(at * 4, 3);
const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const;

function distance(one: number, other: number): number {
  const [red, green, blue] = channelsOf(one);
  const [otherRed, otherGreen, otherBlue] = channelsOf(other);
  return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
}

/** The most used colours, without those that are nearly the same as a more frequent one. */
function paletteOf(counts: ReadonlyMap<number, number>, size: number): number[] {
  const byUse = [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour);
  const palette: number[] = [];
  for (const nearest of [300, 60, 0]) {
    for (const colour of byUse.slice(0, 4_000)) {
      if (palette.length === size) return palette;
      if (palette.every((each) => distance(each, colour) > nearest)) palette.push(colour);
    }
  }
  return palette;
}

function nearestIn(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Infinity;
  for (const [index, each] of palette.entries()) {
    const far = distance(each, colour);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}

/** The same picture with at most this many colours; each pixel is an index into the palette. */
function packed({ width, height, data }: Pixels, colours: number): Buffer {
  const counts = new Map<number, number>();
  for (let at = 0; at < width * height; at += 1) {
    const colour = colourAt(data, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = paletteOf(counts, colours);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearestIn(palette, colour)]));
  // Each line begins with its filter: none, which compresses a palette best.
  const lines = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    lines[at + Math.floor(at / width) + 1] = places.get(colourAt(data, at)) ?? 0;
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const body = deflateSync(lines, { level: 9, memLevel: 9 });
  const table = Buffer.from(palette.flatMap((colour) => [...channelsOf(colour)]));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of at most this many bytes, if the smallest palette allows it. */
export async function smallPng(page: Page, png: Buffer, mostBytes: number): Promise<Buffer> {
  const pixels = await pixelsOf(page, png);
  let small = packed(pixels, 128);
  for (const colours of [64, 32, 16]) {
    if (small.length <= mostBytes) break;
    small = packed(pixels, colours);
  }
  return small;
}
