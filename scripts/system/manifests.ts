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

/** The package.json of a workspace; without a name, the project's own. */
export function readManifest(workspace = '.'): Manifest {
  return manifest.parse(readJson(workspace, 'package.json'));
}
