import { z } from 'zod';
import { readJson } from '../bootstrap/project.mjs';

const versions = z.record(z.string(), z.string()).default({});

const manifest = z.object({
  workspaces: z.array(z.string()).default([]),
  scripts: z.record(z.string(), z.string()).default({}),
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
  peerDependencies: versions,
});

export type Manifest = z.infer<typeof manifest>;

/** Reads a workspace's package.json, or the project's own by default. */
export function readManifest(workspace = '.'): Manifest {
  return manifest.parse(readJson(workspace, 'package.json'));
}
