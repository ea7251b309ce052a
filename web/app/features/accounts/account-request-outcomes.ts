import type { AccountRequest } from '@sandpiper/contract/account-requests';
import { failuresText } from '../../ui/bulk-bar.texts.ts';
import { accountTexts } from './accounts.texts.ts';

const { toasts: texts } = accountTexts;

/** What a toast says about requests that ended. */
export type RequestOutcome = { tone: 'success' | 'info' | 'warning' | 'error'; text: string; detail?: string };

/** Returns the outcomes of requests that ended together. Each outcome covers all requests that ended in the same way. */
export function outcomesOf(ended: readonly AccountRequest[]): RequestOutcome[] {
  const failed = (...types: AccountRequest['request_type'][]) =>
    ended.filter(({ status, request_type }) => status === 'failed' && types.includes(request_type));
  const completed = ended.filter(({ status }) => status !== 'failed');
  return [
    ...failuresOf(texts.openingFailed, failed('open')),
    ...failuresOf(texts.signInPageFailed, failed('sign_in')),
    ...failuresOf(() => texts.closingFailed, failed('close', 'close_all')),
    ...closed(completed),
    ...openedElsewhere(completed),
    ...signedIn(completed),
    ...notSignedIn(completed),
  ];
}

const namesOf = (requests: readonly AccountRequest[]) => requests.map(({ profile_name }) => profile_name);

function failuresOf(textOf: (names: readonly string[]) => string, failed: readonly AccountRequest[]): RequestOutcome[] {
  if (failed.length === 0) return [];
  const reasons = failed.map(({ profile_name, error_message }) => ({
    name: profile_name,
    reason: error_message ?? '',
  }));
  return [{ tone: 'error', text: textOf(namesOf(failed)), ...detailOf(reasons) }];
}

/** Returns the reason without names if all requests have the same. Requests that aren't about one account have no name. */
function detailOf(failed: readonly { name: string; reason: string }[]): { detail?: string } {
  const reasons = [...new Set(failed.map(({ reason }) => reason))];
  const areNamed = failed.every(({ name }) => name !== '');
  const detail = reasons.length > 1 && areNamed ? failuresText(failed) : reasons.join(' ').trim();
  return detail === '' ? {} : { detail };
}

function closed(completed: readonly AccountRequest[]): RequestOutcome[] {
  const results = completed.flatMap((request) =>
    request.results !== null && 'closed' in request.results ? [request.results] : [],
  );
  if (results.length === 0) return [];
  const count = results.reduce((sum, result) => sum + result.closed, 0);
  const stillOpen = results.flatMap((result) => result.still_open);
  if (stillOpen.length > 0) {
    return [{ tone: 'warning', text: texts.closed(count), detail: texts.stillOpen(stillOpen) }];
  }
  return [count > 0 ? { tone: 'success', text: texts.closed(count) } : { tone: 'info', text: texts.noneOpen }];
}

/** The accounts that are open as asked have no outcome, because the user sees their windows. */
function openedElsewhere(completed: readonly AccountRequest[]): RequestOutcome[] {
  const names = namesOf(
    completed.filter(({ page, results }) => results !== null && 'page' in results && results.page !== page),
  );
  return names.length === 0
    ? []
    : [{ tone: 'warning', text: texts.openedElsewhere(names), detail: texts.updateForInbox }];
}

function signedIn(completed: readonly AccountRequest[]): RequestOutcome[] {
  const names = namesOf(
    completed.filter(({ results }) => results !== null && 'state' in results && results.state === 'signed_in'),
  );
  return names.length === 0 ? [] : [{ tone: 'success', text: texts.signedIn(names) }];
}

function notSignedIn(completed: readonly AccountRequest[]): RequestOutcome[] {
  const reasons = completed.flatMap(({ profile_name, results }) =>
    results !== null && 'detail' in results ? [{ name: profile_name, reason: results.detail }] : [],
  );
  const names = reasons.map(({ name }) => name);
  return names.length === 0 ? [] : [{ tone: 'warning', text: texts.notSignedIn(names), ...detailOf(reasons) }];
}
