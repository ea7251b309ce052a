import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from '../bootstrap/project.mjs';
import { sourcesOf } from './sources.ts';
import type { Outcome } from './tools.ts';

/*
 * Text that users of the web app read belongs in a `*.texts.ts` file, so that it can be translated without changes to components. The check
 * recognizes text by where it is (between tags, or in an attribute that is shown or read aloud) or by how it looks (several words, or one
 * capitalized word).
 */

const covered = /^web\/app\/(features|pages|ui|platform)\//;
const leftOut = /\.texts\.ts$|\.test\.tsx?$|\.d\.ts$/;
/** Attributes and properties whose value users see or hear. */
const shown =
  /^(alt|aria-(label|description|valuetext|roledescription)|title|subtitle|label|description|placeholder|text|hint|note|message|noun|what|word|caption|nothingFound)$/;
/** Attributes and properties whose value is never shown. */
const neverShown =
  /^(className|d|style|styles|transform|viewBox|href|to|src|sizes|rel|key|path|autoComplete|aria-(describedby|labelledby|controls)|data-\w+|preserveAspectRatio|strokeDasharray|@type)$/;
/** Calls whose arguments only developers and machines read. */
const notForUsers = /^(console|Error|call|RegExp|URL)$/;
const declarationsOnly = /^(Import|ExportAll|ExportNamed|Ts(Type|Interface|Property|Keyword|Union|Literal))/;
const comparison = /^[=!]==?$/;

const keyNames = new Set(['Enter', 'Escape', 'Tab', 'Backspace', 'Delete', 'TimeoutError']);
const formats = new Set([
  'ddd HH:mm',
  'DD-MM-YYYY HH:mm',
  'DD-MM-YYYY HH:mm:ss',
  'ddd D MMM',
  'index, follow, max-image-preview:large',
]);
const cssFunction = /^[\w-]*\(.*\)$/s;

type SyntaxNode = Record<string, unknown>;

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(node: SyntaxNode): string {
  return typeof node['type'] === 'string' ? node['type'] : '';
}

const hasWord = (text: string): boolean => /\p{L}{2,}/u.test(text);

function looksWritten(text: string): boolean {
  if (formats.has(text) || keyNames.has(text) || cssFunction.test(text)) return false;
  return /\p{L}{2,}[,:;]?\s+\p{L}/u.test(text) || /^\p{Lu}\p{Ll}+[.…!?]?$/u.test(text);
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (kindOf(node) === 'MemberExpression') return nameOf(node['object']);
  if (typeof node['value'] === 'string') return node['value'];
  const { name } = node;
  return isNode(name) && typeof name['value'] === 'string' ? name['value'] : '';
}

function textOf(node: SyntaxNode): string {
  const { value, quasis } = node;
  if (/^(StringLiteral|JSXText)$/.test(kindOf(node))) return typeof value === 'string' ? value : '';
  if (kindOf(node) !== 'TemplateLiteral' || !Array.isArray(quasis)) return '';
  return quasis.map((part: unknown) => (isNode(part) && typeof part['raw'] === 'string' ? part['raw'] : '')).join('{}');
}

function isTextFor(node: SyntaxNode, place: string): boolean {
  const text = textOf(node);
  return kindOf(node) === 'JSXText' || shown.test(place) ? hasWord(text) : looksWritten(text);
}

/** Returns the parts of a node that can contain text, each with the name of its attribute or property. */
function partsOf(node: SyntaxNode, place: string): [part: unknown, place: string][] {
  const kind = kindOf(node);
  if (declarationsOnly.test(kind)) return [];
  if (/^(Call|New)Expression$/.test(kind) && notForUsers.test(nameOf(node['callee']))) return [];
  if (kind === 'BinaryExpression' && typeof node['operator'] === 'string' && comparison.test(node['operator']))
    return [];
  if (kind === 'MemberExpression') return [[node['object'], '']];
  if (kind === 'ConditionalExpression') return [node['consequent'], node['alternate']].map((part) => [part, place]);
  const name = kind === 'JSXAttribute' ? node['name'] : kind === 'KeyValueProperty' ? node['key'] : undefined;
  if (name !== undefined) return neverShown.test(nameOf(name)) ? [] : [[node['value'], nameOf(name)]];
  const within = kind === 'JSXElement' ? '' : place;
  return Object.entries(node).flatMap(([key, part]): [unknown, string][] => (key === 'span' ? [] : [[part, within]]));
}

/** Returns the user-facing texts in a source file. */
export function textsIn(source: string, isTsx = true): string[] {
  const found: string[] = [];
  function visit(node: unknown, place: string): void {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, place);
    } else if (isNode(node)) {
      if (isTextFor(node, place)) found.push(textOf(node).trim());
      for (const [part, partPlace] of partsOf(node, place)) visit(part, partPlace);
    }
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: isTsx }).body, '');
  return found;
}

export function checkWebTexts(): Outcome {
  const sources = sourcesOf('web').filter((path) => covered.test(path) && !leftOut.test(path));
  if (sources.length === 0) return { passed: false, output: 'No source files were found.' };
  const found = sources.flatMap((path) =>
    textsIn(readFileSync(join(root, path), 'utf8'), path.endsWith('x')).map((text) => `${path}: ${text}`),
  );
  return {
    passed: found.length === 0,
    output: [...found, 'User-facing texts belong in a *.texts.ts file.'].join('\n'),
  };
}
