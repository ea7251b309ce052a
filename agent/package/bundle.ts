import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { UserError } from '../src/platform/errors.ts';
import { describeLicenses, packageFolders } from './licenses.ts';

/** Packages that puppeteer-core needs only to unpack downloaded browsers. The agent uses the installed Firefox. */
const neverUsed = ['yauzl'];

export type Bundle = { file: string; licenses: string };

function refuseWarnings(_level: unknown, log: { message: string }): void {
  throw new UserError(`Could not bundle the agent: ${log.message}`);
}

/**
 * Bundles the agent and everything it imports into one file. Removes only whitespace and comments, so that errors stay readable and
 * the functions that the agent sends to pages as source text still work.
 */
export async function bundleAgent(file: string): Promise<Bundle> {
  const input = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const bundler = await rolldown({
    input,
    platform: 'node',
    external: neverUsed,
    transform: { target: 'node22.13' },
    onLog: refuseWarnings,
  });
  try {
    const { output } = await bundler.generate({
      format: 'esm',
      codeSplitting: false,
      comments: false,
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    });
    await writeFile(file, output[0].code, { mode: 0o755 });
    return { file, licenses: await describeLicenses(packageFolders(output[0].moduleIds)) };
  } finally {
    await bundler.close();
  }
}
