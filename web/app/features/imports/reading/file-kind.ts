import { FileProblem } from './file-problem.ts';
import { readingTexts as texts } from './reading.texts.ts';

export const fileMegabytesMax = 200;

/** The magic bytes of file types that can't be imported, checked regardless of the file's name. */
const otherFiles = [
  ['%PDF', texts.pdf],
  ['\u0089PNG', texts.image],
  ['\u00ff\u00d8\u00ff', texts.image],
  ['GIF8', texts.image],
  ['\u001f\u008b', texts.archive],
  ['Rar!\u001a', texts.archive],
  ['7z\u00bc\u00af', texts.archive],
] as const;

const oldOffice = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';

/** Returns the first 1,024 bytes of a file as a string with one character per byte. */
async function headOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/**
 * Detects whether a file is text or a workbook. Looks at the content, because file names and MIME types are often wrong. Any ZIP archive
 * counts as a workbook, and a file of an unknown kind as text. Throws a FileProblem for other known kinds, and for a file that is empty or
 * too large.
 */
export async function kindOf(file: Blob): Promise<'text' | 'workbook'> {
  if (file.size === 0) throw new FileProblem(texts.empty);
  if (file.size > fileMegabytesMax * 1024 * 1024) throw new FileProblem(texts.tooLarge(fileMegabytesMax));
  const head = await headOf(file);
  if (head.startsWith('PK\u0003\u0004') || head.startsWith('PK\u0005\u0006')) return 'workbook';
  if (head.startsWith(oldOffice)) {
    throw new FileProblem((await isEncrypted(file)) ? texts.password : texts.oldExcel);
  }
  const other = otherFiles.find(([start]) => head.startsWith(start));
  if (other !== undefined) throw new FileProblem(other[1]);
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (/^(<!doctype html|<html)/i.test(text)) throw new FileProblem(texts.webPage);
  if (text.startsWith('<?xml')) throw new FileProblem(texts.otherWorkbook);
  return 'text';
}

const encryptedPackage = 'EncryptedPackage'.replaceAll(/./g, '$&\0');
const searchStep = 4 * 1024 * 1024;

/**
 * Returns whether a file in Excel's older container format is password-protected. Excel stores an encrypted workbook in this format, as a
 * stream named `EncryptedPackage`.
 */
async function isEncrypted(file: Blob): Promise<boolean> {
  for (let from = 0; from < file.size; from += searchStep) {
    const part = await file.slice(from, from + searchStep + encryptedPackage.length).arrayBuffer();
    if (new TextDecoder('latin1').decode(part).includes(encryptedPackage)) return true;
  }
  return false;
}
