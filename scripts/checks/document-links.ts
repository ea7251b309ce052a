import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../bootstrap/project.mjs';
import type { Outcome } from './tools.ts';

const leftOut = /(^|[/\\])(node_modules|build|dist|data|\.[^/\\]+)([/\\]|$)/;

/** Returns the paths of the project's files whose names `isWanted` accepts. Skips hidden, installed and generated files. */
function filesIn(isWanted: (name: string) => boolean, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (leftOut.test(path)) return [];
    if (entry.isDirectory()) return filesIn(isWanted, path);
    return isWanted(entry.name) ? [path] : [];
  });
}

/** Returns the targets of a document's links to other files in the project. */
export function localLinks(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.filter((target) => !/^([a-z]+:|#)/i.test(target)).map((target) => target.replace(/#.*$/, ''));
}

/** Returns the names of the test files that a document mentions. */
export function namedTests(text: string): string[] {
  return [...text.matchAll(/(?<![*\w.])\w[\w.-]*\.(test|spec)\.tsx?\b/g)].map(([name]) => name);
}

/**
 * Returns the test titles, whole or in part, that a document quotes after the name of a test file: `a.test.ts` “shows a list”,
 * “sorts it”.
 */
export function quotedTitles(text: string): { file: string; title: string }[] {
  const quotes = text.matchAll(/`(?:[\w/-]+\/)?([\w.-]+\.(?:test|spec)\.tsx?)`((?:,? “[^”]+”)+)/g);
  return [...quotes].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title })),
  );
}

/** Checks that every file, picture, test file and test title that the documents link to, mention or quote exists. */
export function checkDocumentLinks(): Outcome {
  const found = filesIn((name) => name.endsWith('.md'));
  const tests = new Map<string, string>();
  for (const path of filesIn((name) => namedTests(name).length > 0)) {
    const source = readFileSync(join(root, path), 'utf8').replaceAll("\\'", "'");
    tests.set(basename(path), (tests.get(basename(path)) ?? '') + source);
  }
  const broken = found.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const links = localLinks(text).filter((target) => !existsSync(join(root, dirname(path), target)));
    const titles = quotedTitles(text).filter(({ file, title }) => tests.get(file)?.includes(title) === false);
    const missing = [
      ...links,
      ...namedTests(text).filter((name) => !tests.has(name)),
      ...titles.map(({ file, title }) => `“${title}” in ${file}`),
    ];
    return missing.map((target) => `${path}: ${target} does not exist`);
  });
  return { passed: found.length > 0 && broken.length === 0, output: broken.join('\n') };
}
