import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../bootstrap/project.mjs';
import type { Outcome } from './tools.ts';

const leftOut = /(^|[/\\])(node_modules|build|dist|data|\.[^/\\]+)([/\\]|$)/;

/** The project's files with a wanted name. */
function filesIn(isWanted: (name: string) => boolean, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (leftOut.test(path)) return [];
    if (entry.isDirectory()) return filesIn(isWanted, path);
    return isWanted(entry.name) ? [path] : [];
  });
}

/** The links in a document to other files of the project. */
export function localLinks(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.filter((target) => !/^([a-z]+:|#)/i.test(target)).map((target) => target.replace(/#.*$/, ''));
}

/** The test files that a document names. */
export function namedTests(text: string): string[] {
  return [...text.matchAll(/(?<![*\w.])\w[\w.-]*\.(test|spec)\.tsx?\b/g)].map(([name]) => name);
}

/** Every link, picture and test file in the documents exists. */
export function checkDocumentLinks(): Outcome {
  const found = filesIn((name) => name.endsWith('.md'));
  const tests = new Set(filesIn((name) => namedTests(name).length > 0).map((path) => basename(path)));
  const broken = found.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const links = localLinks(text).filter((target) => !existsSync(join(root, dirname(path), target)));
    const missing = [...links, ...namedTests(text).filter((name) => !tests.has(name))];
    return missing.map((target) => `${path}: ${target} does not exist`);
  });
  return { passed: found.length > 0 && broken.length === 0, output: broken.join('\n') };
}
