import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../bootstrap/project.mjs';

const leftOut = new Set(['node_modules', 'build', 'dist', '.react-router', 'test-results']);

/** Returns the paths of a workspace's TypeScript files, except generated ones, relative to the project's root. */
export function sourcesOf(room: string): string[] {
  return readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.split('/').some((part) => leftOut.has(part)));
}

export type Matches = { looked: number; found: string[] };

/** Returns the matching lines in these workspaces as `path:line: text`. Skips files whose path matches `belongsIn`. */
export function linesMatching(pattern: RegExp, folders: readonly string[], belongsIn: RegExp): Matches {
  const sources = folders.flatMap(sourcesOf);
  const found = sources
    .filter((path) => !belongsIn.test(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((text, index) => (pattern.test(text) ? [`${path}:${index + 1}: ${text.trim()}`] : [])),
    );
  return { looked: sources.length, found };
}
