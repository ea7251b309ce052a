import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../bootstrap/project.mjs';
import type { Outcome } from './tools.ts';

const leftOut = /(^|[/\\])(node_modules|build|dist|data|\.[^/\\]+)([/\\]|$)/;

function documents(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (leftOut.test(path)) return [];
    if (entry.isDirectory()) return documents(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** The links in a document to other files of the project. */
export function localLinks(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.filter((target) => !/^([a-z]+:|#)/i.test(target)).map((target) => target.replace(/#.*$/, ''));
}

/** Every link and picture of the documents leads to an existing file. */
export function checkDocumentLinks(): Outcome {
  const found = documents();
  const broken = found.flatMap((path) =>
    localLinks(readFileSync(join(root, path), 'utf8'))
      .filter((target) => !existsSync(join(root, dirname(path), target)))
      .map((target) => `${path}: ${target} does not exist`),
  );
  return { passed: found.length > 0 && broken.length === 0, output: broken.join('\n') };
}
