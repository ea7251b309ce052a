import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { FileProblem } from './file-problem.ts';
import { cellMax } from './raw-rows.ts';
import { readingTexts as texts } from './reading.texts.ts';
import { ZipParts } from './zip-parts.ts';

export type NumberStyle = 'date' | 'time' | 'percent';

export type Workbook = {
  parts: ZipParts;
  sheets: { name: string; path: string }[];
  countsFrom1904: boolean;
  /** The cell styles that display numbers as dates, times of day or percentages, keyed by index. */
  numberStyles: ReadonlyMap<number, NumberStyle>;
  sharedStringsPath: string | null;
};

/** Returns a tag's name without its namespace prefix. */
export const localName = (name: string) => name.slice(name.indexOf(':') + 1);

export const newParser = () => new SaxesParser({ position: false, xmlns: false });

/** Decodes escape sequences such as _x000D_, which workbooks use for characters that XML can't contain. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Parses an XML part of the workbook and calls `onTag` for each opening tag. */
async function readTags(parts: ZipParts, path: string, onTag: (name: string, attributes: Attributes) => void) {
  const parser = newParser();
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => onTag(localName(name), attributes));
  for await (const text of parts.smallText(path)) parser.write(text);
  parser.close();
}

type Attributes = Record<string, string>;

/**
 * Reads a workbook's structure: its sheets, its number styles and the path to its shared strings. Doesn't read the cells. Throws a
 * FileProblem if the file isn't an Excel workbook or has no sheets.
 */
export async function openWorkbook(file: Blob): Promise<Workbook> {
  const parts = await ZipParts.open(file);
  if (!parts.has('_rels/.rels') || !parts.has('[Content_Types].xml')) throw notExcel(parts);
  const path = [...(await relations(parts, '')).values()].find(({ type }) => type === 'officeDocument')?.path;
  if (path === undefined || !path.endsWith('.xml') || !path.startsWith('xl/')) {
    throw new FileProblem(texts.otherWorkbook);
  }
  const targets = await relations(parts, path);
  const pathOf = (type: string) => [...targets.values()].find((each) => each.type === type)?.path;
  const sheets: Workbook['sheets'] = [];
  let countsFrom1904 = false;
  await readTags(parts, path, (tag, attributes) => {
    if (tag === 'workbookPr') countsFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
    if (tag !== 'sheet') return;
    const target = targets.get(
      attributes[Object.keys(attributes).find((each) => localName(each) === 'id') ?? ''] ?? '',
    );
    if (target?.type === 'worksheet') sheets.push({ name: attributes['name'] ?? '', path: target.path });
  });
  if (sheets.length === 0) throw new FileProblem(texts.noSheets);
  const stylesPath = pathOf('styles');
  return {
    parts,
    sheets,
    countsFrom1904,
    numberStyles: stylesPath === undefined ? new Map() : await numberStylesOf(parts, stylesPath),
    sharedStringsPath: pathOf('sharedStrings') ?? null,
  };
}

function notExcel(parts: ZipParts): FileProblem {
  const isOther = ['mimetype', 'content.xml', 'Index/Document.iwa', 'Index.zip'].some((name) => parts.has(name));
  return new FileProblem(isOther ? texts.otherWorkbook : texts.noWorkbook);
}

type Relation = { type: string; path: string };

/** Returns a part's relationships by ID: the type and path of each part it refers to. */
async function relations(parts: ZipParts, path: string): Promise<ReadonlyMap<string, Relation>> {
  const cut = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, cut);
  const found = new Map<string, Relation>();
  await readTags(parts, `${folder}_rels/${path.slice(cut)}.rels`, (tag, { Id = '', Type = '', Target = '' }) => {
    if (tag !== 'Relationship') return;
    // A target is relative to the part's folder, or to the archive's root if it starts with a slash.
    const target = new URL(Target, `zip:///${folder}`).pathname.slice(1);
    found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path: decodeURIComponent(target) });
  });
  return found;
}

/** Returns how one of Excel's built-in number formats displays numbers: as dates, times of day, percentages or none of these. */
function builtInFormat(id: number): NumberStyle | undefined {
  if (id === 9 || id === 10) return 'percent';
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
  return id >= 18 && id <= 21 ? 'time' : undefined;
}

/**
 * Returns how a custom number format displays numbers: as dates, times of day, percentages or none of these. Date formats contain `d` or
 * `y`, time formats contain `h`, and percentage formats contain `%`. Quoted, escaped and bracketed characters are ignored.
 */
function customFormat(code: string): NumberStyle | undefined {
  const letters = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '');
  if (/[dy]/i.test(letters)) return 'date';
  if (/h/i.test(letters)) return 'time';
  return letters.includes('%') ? 'percent' : undefined;
}

async function numberStylesOf(parts: ZipParts, path: string): Promise<Workbook['numberStyles']> {
  const custom = new Map<number, NumberStyle>();
  const styles = new Map<number, NumberStyle>();
  let isInCells = false;
  let next = 0;
  await readTags(parts, path, (tag, attributes) => {
    if (tag === 'numFmt') {
      const shown = customFormat(attributes['formatCode'] ?? '');
      if (shown !== undefined) custom.set(Number(attributes['numFmtId']), shown);
    }
    if (tag === 'cellXfs') isInCells = true;
    if (tag === 'cellStyles') isInCells = false;
    if (tag !== 'xf' || !isInCells) return;
    const format = Number(attributes['numFmtId']);
    const shown = builtInFormat(format) ?? custom.get(format);
    if (shown !== undefined) styles.set(next, shown);
    next += 1;
  });
  return styles;
}

const sharedStringsMax = 20_000_000;

/** Reads the workbook's shared strings, which cells refer to by index. Very long strings are truncated. */
export async function sharedStringsOf(
  { parts, sharedStringsPath }: Workbook,
  onProgress?: (share: number) => void,
): Promise<string[]> {
  const strings: string[] = [];
  if (sharedStringsPath === null) return strings;
  const parser = newParser();
  let text = '';
  let isText = false;
  let isPhonetic = false;
  parser.on('opentag', ({ name }) => {
    const tag = localName(name);
    if (tag === 'rPh') isPhonetic = true;
    isText = tag === 't' && !isPhonetic;
  });
  const addText = (piece: string) => {
    if (isText && text.length < cellMax * 2) text += piece.slice(0, cellMax * 2);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    const tag = localName(name);
    isText = false;
    if (tag === 'rPh') isPhonetic = false;
    if (tag !== 'si') return;
    strings.push(unescaped(text));
    text = '';
    if (strings.length > sharedStringsMax) throw new FileProblem(texts.inflates);
  });
  for await (const piece of parts.text(sharedStringsPath, { onProgress })) parser.write(piece);
  parser.close();
  return strings;
}
