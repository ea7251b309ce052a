/*
 * The selectors that a page pack may contain. This is the part of CSS that packs need: names, attributes, common pseudo-classes, and
 * combinators. Everything else is refused, including selectors that only some versions of Firefox understand.
 */

const space = '[ \\t\\r\\n\\f]*';
const name = '-?[A-Za-z_][\\w-]*';
/** Matches an attribute selector. Its string has been emptied, see `isSelector`. */
const attribute = `\\[${space}${name}${space}(?:[~|^$*]?=${space}(?:""|${name})${space}(?:[isIS]${space})?)?\\]`;
const states = `root|empty|(?:first|last|only)-(?:child|of-type)|any-link|focus|checked|disabled|enabled|required|optional|read-only|read-write|has`;
const simple = `(?:[.#]${name}|${attribute}|:(?:${states})(?![\\w-]))`;
const compound = `(?:(?:${name}|\\*)${simple}*|${simple}+)`;
const complex = `${compound}(?:(?:${space}[>+~]${space}|[ \\t\\r\\n\\f]+)${compound})*`;

const listOf = (selector: string): RegExp =>
  new RegExp(`^${space}${selector}(?:${space},${space}${selector})*${space}$`, 'u');
const list = listOf(complex);
/** A list whose selectors may begin with a combinator, as in `:has(> a)`. */
const relativeList = listOf(`(?:[>+~]${space})?${complex}`);

const string = /"(?:[^"\\\r\n\f]|\\[^\r\n\f])*"|'(?:[^'\\\r\n\f]|\\[^\r\n\f])*'/gu;
const position = /:nth-(?:last-)?(?:child|of-type)\( *(?:odd|even|[+-]?\d+|[+-]?\d*n(?: *[+-] *\d+)?) *\)/gu;
const innermostFunction = /:(not|is|where|has)\(([^()]+)\)/u;

/** Whether Firefox definitely accepts the text as a selector. A single invalid selector would make every page unreadable. */
export function isSelector(text: string): boolean {
  let rest = text.replace(string, '""').replace(position, ':root');
  // From here on, a bare `:has` stands for one that has been checked with its arguments.
  if (/:has(?!\()/u.test(rest)) return false;
  for (;;) {
    const [whole, kind, inside] = innermostFunction.exec(rest) ?? [];
    if (whole === undefined || inside === undefined) return list.test(rest);
    const containsHas = inside.includes(':has');
    // Firefox rejects a `:has` inside another one.
    if (kind === 'has' ? containsHas || !relativeList.test(inside) : !list.test(inside)) return false;
    rest = rest.replace(whole, kind === 'has' || containsHas ? ':has' : ':root');
  }
}
