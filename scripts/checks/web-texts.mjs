import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from '../project.mjs';
import { sourcesOf } from './sources.mjs';

/*
 * What a user reads in the web app belongs in a `*.texts.ts`, so that it can be translated without touching a component. A text is
 * recognized by its place (between tags, or in an attribute that is shown or read out) or by its form (several words, or one
 * capitalized word).
 */

const covered = /^web\/app\/(features|pages|ui|platform)\//;
const leftOut = /\.texts\.ts$|\.test\.tsx?$|\.d\.ts$/;
/** Attributes and properties whose value a user sees or hears. */
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
const formats = new Set(['DD-MM-YYYY HH:mm', 'index, follow, max-image-preview:large']);
const cssFunction = /^[\w-]*\(.*\)$/s;

const hasWord = (text) => /\p{L}{2,}/u.test(text);

function looksWritten(text) {
  if (formats.has(text) || keyNames.has(text) || cssFunction.test(text)) return false;
  return /\p{L}{2,}[,:;]?\s+\p{L}/u.test(text) || /^\p{Lu}\p{Ll}+[.…!?]?$/u.test(text);
}

function nameOf(node) {
  if (node === undefined || node === null) return '';
  if (node.type === 'MemberExpression') return nameOf(node.object);
  return typeof node.value === 'string' ? node.value : (node.name?.value ?? '');
}

function textOf(node) {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return node.value;
  return node.type === 'TemplateLiteral' ? node.quasis.map((part) => part.raw).join('{}') : '';
}

function isTextFor(node, place) {
  const text = textOf(node);
  return node.type === 'JSXText' || shown.test(place) ? hasWord(text) : looksWritten(text);
}

/** What of a node can contain a text, each part with the attribute or property it is in. */
function partsOf(node, place) {
  if (declarationsOnly.test(node.type)) return [];
  if (/^(Call|New)Expression$/.test(node.type) && notForUsers.test(nameOf(node.callee))) return [];
  if (node.type === 'BinaryExpression' && comparison.test(node.operator)) return [];
  if (node.type === 'MemberExpression') return [[node.object, '']];
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].map((part) => [part, place]);
  const name = node.type === 'JSXAttribute' ? node.name : node.type === 'KeyValueProperty' ? node.key : undefined;
  if (name !== undefined) return neverShown.test(nameOf(name)) ? [] : [[node.value, nameOf(name)]];
  const within = node.type === 'JSXElement' ? '' : place;
  return Object.entries(node).flatMap(([key, part]) => (key === 'span' ? [] : [[part, within]]));
}

/** The texts for users in a source. */
export function textsIn(source, isTsx = true) {
  const found = [];
  function visit(node, place) {
    if (Array.isArray(node)) for (const each of node) visit(each, place);
    else if (typeof node === 'object' && node !== null) {
      if (isTextFor(node, place)) found.push(textOf(node).trim());
      for (const [part, partPlace] of partsOf(node, place)) visit(part, partPlace);
    }
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: isTsx }).body, '');
  return found;
}

export function checkWebTexts() {
  const sources = sourcesOf('web')
    // Not covered yet: delete this line to cover every folder.
    .filter((path) => !/\/(features|pages)\/(accounts|campaign|dashboard|list|recipients|templates)/.test(path))
    .filter((path) => covered.test(path) && !leftOut.test(path));
  if (sources.length === 0) return { passed: false, output: 'No source file was found to look at.' };
  const found = sources.flatMap((path) =>
    textsIn(readFileSync(join(root, path), 'utf8'), path.endsWith('x')).map((text) => `${path}: ${text}`),
  );
  return { passed: found.length === 0, output: [...found, 'Texts for users belong in a *.texts.ts.'].join('\n') };
}
