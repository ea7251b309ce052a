import { doNotContactNameMaxLength } from '@sandpiper/contract/limits';
import { isColumnHeader, normalizeUsername } from '@sandpiper/contract/usernames';
import { useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../platform/api.ts';
import { failureReason } from '../../platform/failure.ts';
import { useRefreshPeople } from '../../platform/people-queries.ts';
import { manyRowsTimeoutMs } from '../../platform/timeouts.ts';
import { toast } from '../../platform/toasts.tsx';
import { readToken } from '../../platform/token-store.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';
import { namesShown, shortList, shortNames } from './short-list.ts';

const { toasts: texts, report: reportTexts } = doNotContactTexts;

/** The maximum number of people per API request: small enough to show progress, and below the API's limit of 10,000. */
export const partSize = 5000;

/** Reads the usernames from a file. `otherSheets` contains the names of a workbook's other sheets, except those found to be empty. */
export type ReadNames = (file: File) => Promise<{ names: string[]; otherSheets: string[] }>;

/** The usernames in pasted text, and the other cells of their rows. */
export type PastedNames = { names: string[]; leftOut: string[] };

/** Splits text into usernames. Removes duplicates, and a column header at the beginning. */
export function namesIn(text: string): PastedNames {
  const lines = text.split(/[\r\n]+/).map(namesInLine);
  return {
    names: cleaned(lines.flatMap(({ names }) => names)),
    leftOut: [...new Set(lines.flatMap(({ leftOut }) => leftOut))],
  };
}

/**
 * Splits a line at spaces, commas or semicolons, unless it has a tab before its end. Such a line is a row of a spreadsheet. If all its
 * filled cells begin with @, they are all usernames. Otherwise, the row has one username: the only cell that begins with @, or else the
 * first cell.
 */
function namesInLine(line: string): PastedNames {
  const cells = line
    .trimEnd()
    .split('\t')
    .map((cell) => cell.trim());
  if (cells.length === 1) return { names: line.split(/[\s,;]+/), leftOut: [] };
  const filled = cells.filter((cell) => cell !== '');
  const marked = filled.filter((cell) => cell.startsWith('@'));
  const names = marked.length === 1 || marked.length === filled.length ? marked : cells.slice(0, 1);
  return { names, leftOut: filled.filter((cell) => !names.includes(cell)) };
}

function cleaned(values: readonly string[]): string[] {
  const names = values.filter((name) => name !== '' && name !== '@');
  return onlyOnce(isColumnHeader(names[0] ?? '') ? names.slice(1) : names);
}

/** Removes duplicate usernames, including the same username written differently, such as `@rosa` and `Rosa`. */
export function onlyOnce(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [normalizeUsername(name), name])).values()];
}

export type Adding = { names: readonly string[]; reason: string; origin: 'added' | 'imported' };

/**
 * The result of adding people. `invalid` contains the entries that aren't valid usernames. `inFlight` contains the people who may still
 * receive a message that is already on its way. `unfinished` is what is left to add after a request failed or adding was stopped, and why.
 */
export type Report = {
  added: number;
  already: number;
  invalid: string[];
  inFlight: string[];
  unfinished: { adding: Adding; detail: string } | null;
};

const nothingDone: Report = { added: 0, already: 0, invalid: [], inFlight: [], unfinished: null };

type Work = {
  adding: Adding;
  before: Report | null;
  isStopped: () => boolean;
  onProgress: (done: number) => void;
};

/**
 * Adds people in several requests, and adds the results to those in `before`. If a request fails or `isStopped` returns true, returns
 * the results so far. Throws if it is the very first request that fails.
 */
async function addInParts({ adding, before, isStopped, onProgress }: Work): Promise<Report> {
  const { names, reason, origin } = adding;
  // The server rejects the whole request if a single name is too long.
  const isTooLong = (name: string) => name.length > doNotContactNameMaxLength;
  const { invalid, inFlight, ...counts } = before ?? nothingDone;
  const report = { ...counts, invalid: [...invalid, ...names.filter(isTooLong)], inFlight: [...inFlight] };
  const sent = names.filter((name) => !isTooLong(name));
  for (let done = 0; done < sent.length; done += partSize) {
    const usernames = sent.slice(done, done + partSize);
    const unfinished = (detail: string) => ({
      ...report,
      unfinished: { adding: { ...adding, names: sent.slice(done) }, detail },
    });
    if (isStopped()) return unfinished(texts.discarded);
    const body = { usernames, origin, ...(reason.trim() === '' ? {} : { reason }) };
    try {
      const answer = await call('POST /api/do-not-contact', { body }, { timeoutMs: manyRowsTimeoutMs });
      report.added += answer.added;
      report.already += usernames.length - answer.added - answer.invalid.length;
      report.invalid.push(...answer.invalid);
      report.inFlight.push(...answer.in_flight);
    } catch (error) {
      if (done === 0 && before === null) throw error;
      return unfinished(failureReason(error) ?? texts.addFailed);
    }
    onProgress(done + usernames.length);
  }
  return { ...report, unfinished: null };
}

/** Shows the result in toasts, because the dialog that would show it has been closed. */
function announce({ added, invalid, inFlight, unfinished }: Report): void {
  if (unfinished === null) toast.success(texts.added(added));
  else toast.warning(texts.addedSome(added, unfinished.adding.names.length), { detail: unfinished.detail });
  if (invalid.length > 0) toast.warning(reportTexts.notAdded, { detail: shortList(invalid, namesShown) });
  if (inFlight.length === 0) return;
  toast.warning(reportTexts.inFlightTitle(inFlight.length), { detail: reportTexts.inFlight(shortNames(inFlight)) });
}

/**
 * Adds many people in several API requests. `progress` is the number of usernames processed so far, or null if nothing is being added.
 * `report` is the result, or null if there is none yet. Adding the unfinished rest extends it. `stop` sends no more requests. Once it has
 * been called, or the component is gone, toasts show the result. After the user has signed out, no more requests are sent, and nothing is
 * shown, because they would be made and shown as the next user.
 */
export function useAddPeople() {
  const refresh = useRefreshPeople();
  const [progress, setProgress] = useState<number | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const shown = useRef<AbortController>(null);
  useLayoutEffect(
    () => () => {
      shown.current = null;
    },
    [],
  );

  async function add(adding: Adding): Promise<void> {
    const work = new AbortController();
    const token = readToken();
    const isSameSession = () => readToken() === token;
    const isStopped = () => work.signal.aborted || !isSameSession();
    const isShown = () => shown.current === work;
    shown.current = work;
    setProgress(0);
    try {
      const onProgress = (done: number) => isShown() && setProgress(done);
      const result = await addInParts({ adding, before: report, isStopped, onProgress });
      if (isShown()) setReport(result);
      else if (isSameSession()) announce(result);
    } catch (error) {
      if (isSameSession()) toast.failure(error, texts.addFailed);
    }
    if (isShown()) setProgress(null);
    await refresh();
  }

  function stop(): void {
    shown.current?.abort();
    shown.current = null;
    setProgress(null);
  }

  return { add, stop, progress, report, startOver: () => setReport(null) };
}
