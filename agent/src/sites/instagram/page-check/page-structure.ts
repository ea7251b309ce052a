import { z } from 'zod';

/*
 * Defines what a diagnostic report may contain about a page: only numbers, the values listed here, and values in a fixed format,
 * such as a language code. Everything else is left out or replaced with "other" or "*", so a report can't contain names, URLs, pictures
 * or anything that a person wrote.
 */

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

const tags = wordsIn(`
  a abbr article aside audio b body br button canvas caption code dd details dialog div dl dt em fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hr i iframe img input label legend li link main mark menu meter nav noscript object ol
  optgroup option output p picture pre progress script section select small source span strong style sub summary sup svg
  table tbody td template textarea tfoot th thead time tr u ul video`);

const roles = wordsIn(`
  alert alertdialog application article banner button cell checkbox columnheader combobox complementary contentinfo dialog
  document feed figure form grid gridcell group heading img link list listbox listitem log main marquee menu menubar menuitem
  menuitemcheckbox menuitemradio navigation none note option presentation progressbar radio radiogroup region row rowgroup
  rowheader search searchbox separator slider spinbutton status switch tab table tablist tabpanel term textbox timer toolbar
  tooltip tree treegrid treeitem`);

const attributes = wordsIn(`
  alt aria-activedescendant aria-atomic aria-autocomplete aria-busy aria-checked aria-controls aria-current aria-describedby
  aria-description aria-disabled aria-errormessage aria-expanded aria-haspopup aria-hidden aria-invalid aria-keyshortcuts
  aria-label aria-labelledby aria-level aria-live aria-modal aria-multiline aria-multiselectable aria-orientation aria-owns
  aria-placeholder aria-posinset aria-pressed aria-readonly aria-relevant aria-required aria-roledescription aria-selected
  aria-setsize aria-sort aria-valuemax aria-valuemin aria-valuenow aria-valuetext checked contenteditable
  data-lexical-editor data-visualcompletion dir disabled hidden href inert lang placeholder readonly required tabindex title`);

const fieldTypes = wordsIn('button checkbox email file hidden number password radio search submit tel text url');

const fieldNames = wordsIn(`
  email enc_password pass password queryBox searchInput username verificationCode`);

const pathParts = wordsIn(`
  accounts action archive auth_platform challenge checkpoint consent direct disabled edit emailsignup explore inbox language
  login new notifications onetap p preferences privacy reel reels requests signup stories suspended t two_factor
  two_step_verification`);

/**
 * Form elements. The report includes the `name` and `type` attributes of these elements only. Instagram's own code sets these two
 * attributes of a form element, so they reveal nothing about a person.
 */
const fields = wordsIn('button input select textarea');

const elementSchema = z.object({
  depth: z.int(),
  tag: z.string(),
  role: z.string().nullable(),
  pagelet: z.string().nullable(),
  type: z.string().nullable(),
  name: z.string().nullable(),
  attributes: z.array(z.string()),
  width: z.number(),
  height: z.number(),
  isVisible: z.boolean(),
});
type PageElement = z.infer<typeof elementSchema>;

/** What `readStructure` in structure.script.ts returns. */
export const structureSchema = z.object({
  path: z.string(),
  language: z.string(),
  browser: z.string(),
  count: z.int(),
  rows: z.array(elementSchema),
});
export type PageStructure = z.infer<typeof structureSchema>;

const listed = (known: ReadonlySet<string>, value: string): string => (known.has(value) ? value : 'other');

/** Keeps names that come from Instagram's own code, such as `IGDMessagesList`. Replaces all other names with "other". */
function pageletOf(value: string): string {
  return /^(IGD|IGWeb|Polaris)[A-Za-z]{0,60}$/u.test(value) ? value : 'other';
}

/** Replaces the parts of a path that aren't in `pathParts` with `*`. For example, a conversation's path becomes `/direct/t/*`. */
function pathOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => (pathParts.has(part) ? part : '*')).join('/')}`;
}

function lineOf(element: PageElement): string {
  const { depth, tag, role, pagelet, width, height, type, name } = element;
  const size = `${Math.round(width)}x${Math.round(height)}`;
  const isField = fields.has(tag);
  const parts = [
    String(depth),
    listed(tags, tag),
    element.isVisible ? size : `${size} hidden`,
    role === null ? '' : `role=${listed(roles, role)}`,
    pagelet === null ? '' : `pagelet=${pageletOf(pagelet)}`,
    type === null || !isField ? '' : `type=${listed(fieldTypes, type)}`,
    name === null || !isField ? '' : `name=${listed(fieldNames, name)}`,
    ...element.attributes.filter((each) => attributes.has(each)),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Merges consecutive identical lines into one line with their count. */
function counted(lines: readonly string[]): string[] {
  const groups: { line: string; times: number }[] = [];
  for (const line of lines) {
    const before = groups.at(-1);
    if (before?.line === line) before.times += 1;
    else groups.push({ line, times: 1 });
  }
  return groups.map(({ line, times }) => (times === 1 ? line : `${line} (${times} times)`));
}

/** Formats the structure as text. `head` describes the whole page. `tree` describes the elements, one per line. */
export function linesOf({ path, language, browser, count, rows }: PageStructure): { head: string[]; tree: string[] } {
  const firefox = /Firefox\/(\d{1,4}(?:\.\d{1,4}){0,3})/u.exec(browser)?.[1] ?? 'unknown';
  const isCode = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/u.test(language);
  return {
    head: [
      `Firefox: ${firefox}`,
      `Page: ${pathOf(path)}`,
      `Language: ${isCode ? language : language === '' ? 'none' : 'other'}`,
      `Elements: ${count} in total, ${rows.length} read, ${rows.filter(({ isVisible }) => isVisible).length} visible`,
    ],
    tree: counted(rows.map(lineOf)),
  };
}
