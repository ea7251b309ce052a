import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { installerKindSchema } from '@sandpiper/contract/installer';
import type { App } from '../../platform/app-context.ts';
import { errorCodeOf } from '../../platform/error-code.ts';

const manifestSchema = z.object({
  files: z.array(
    z.object({
      kind: installerKindSchema,
      // Only a plain file name is allowed, so that the manifest can't point to another folder.
      file_name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
      version: z.string(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type InstallerFile = z.infer<typeof manifestSchema>['files'][number] & { path: string; size_bytes: number };

/**
 * Lists the downloads in manifest.json whose files exist. Returns an empty list if the server was built without downloads. Also returns an
 * empty list if the manifest can't be read, and logs the error for the operator.
 */
export async function listInstallerFiles({ config, log }: Pick<App, 'config' | 'log'>): Promise<InstallerFile[]> {
  const directory = config.installerDir;
  const files = await readManifest(directory).catch((err: unknown) => {
    log.error({ err, directory }, 'the download manifest cannot be read: build the downloads again');
    return [];
  });
  const found = await Promise.all(
    files.map(async (file) => {
      const path = join(directory, file.file_name);
      const status = await stat(path).catch(() => null);
      return status?.isFile() === true ? [{ ...file, path, size_bytes: status.size }] : [];
    }),
  );
  return found.flat();
}

const missing: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

async function readManifest(directory: string): Promise<z.infer<typeof manifestSchema>['files']> {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8').catch((error: unknown) => {
    if (missing.has(errorCodeOf(error))) return null;
    throw error;
  });
  return text === null ? [] : manifestSchema.parse(JSON.parse(text)).files;
}
