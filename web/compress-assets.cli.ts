import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/* Stores compressed copies next to the built scripts and styles, so that the server doesn't have to compress them for each visitor. */

const folder = join(import.meta.dirname, 'build', 'client', 'assets');

/** The minimum size of a file to compress, in bytes. Compressing smaller files saves almost nothing. */
const smallest = 1024;

const bestBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const bestGzip = { level: constants.Z_BEST_COMPRESSION };

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < smallest) return;
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, bestBrotli));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, bestGzip));
}

const names = await readdir(folder);
await Promise.all(names.filter((name) => /\.(js|css)$/.test(name)).map((name) => compress(join(folder, name))));
