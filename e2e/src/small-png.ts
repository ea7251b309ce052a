import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/* Makes screenshots smaller. Screenshots have few colors, so a PNG with a palette is only a third as large. */

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

/** Decodes a PNG in the browser that rendered it. */
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

const colorAt = (data: Buffer, at: number) => data.readUIntBE(at * 4, 3);
const channelsOf = (color: number) => [color >> 16, (color >> 8) & 255, color & 255] as const;

function distance(one: number, other: number): number {
  const [red, green, blue] = channelsOf(one);
  const [otherRed, otherGreen, otherBlue] = channelsOf(other);
  return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
}

/** How many colors are always kept, even if they hardly differ, such as those of the page and of its panels. */
const alwaysKept = 8;

/**
 * Returns at most `size` colors: first the most common colors, then common colors that differ clearly from those already chosen, and then
 * more similar colors.
 */
function paletteOf(counts: ReadonlyMap<number, number>, size: number): number[] {
  const byUse = [...counts].toSorted(([, one], [, other]) => other - one).map(([color]) => color);
  const palette = byUse.slice(0, alwaysKept);
  for (const nearest of [300, 60, 0]) {
    for (const color of byUse.slice(0, 4_000)) {
      if (palette.length === size) return palette;
      if (palette.every((each) => distance(each, color) > nearest)) palette.push(color);
    }
  }
  return palette;
}

function nearestIn(palette: readonly number[], color: number): number {
  let best = 0;
  let least = Infinity;
  for (const [index, each] of palette.entries()) {
    const far = distance(each, color);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}

/** Returns the picture as a PNG with at most this many colors. Each pixel is an index into the palette. */
function packed({ width, height, data }: Pixels, colors: number): Buffer {
  const counts = new Map<number, number>();
  for (let at = 0; at < width * height; at += 1) {
    const color = colorAt(data, at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette = paletteOf(counts, colors);
  const places = new Map([...counts.keys()].map((color) => [color, nearestIn(palette, color)]));
  // Each row of pixels begins with its filter type, which stays 0 ("none"), because palette indexes compress best without a filter.
  const lines = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    lines[at + Math.floor(at / width) + 1] = places.get(colorAt(data, at)) ?? 0;
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const body = deflateSync(lines, { level: 9, memLevel: 9 });
  const table = Buffer.from(palette.flatMap((color) => [...channelsOf(color)]));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a PNG of at most `mostBytes` bytes, or a PNG with 16 colors if the picture can't be made that small. */
export async function smallPng(page: Page, png: Buffer, mostBytes: number): Promise<Buffer> {
  const pixels = await pixelsOf(page, png);
  let small = packed(pixels, 128);
  for (const colors of [64, 32, 16]) {
    if (small.length <= mostBytes) break;
    small = packed(pixels, colors);
  }
  return small;
}
