import { stopReasonCodes } from '@sandpiper/contract/reasons';
import { violate } from '../history/history.ts';
import type { History } from '../history/history.ts';

type Hold = { account: number; name: string; reason: string };

const pagesInARow = 3;

function isStopReasonOf(history: History, account: number, reason: string): boolean {
  const known = stopReasonCodes.find((code) => code === reason);
  return known !== undefined && history.world.stopReasons.get(account)?.has(known) === true;
}

/**
 * Checks whether what happened to an account could justify a hold for this reason. Messages that vanish or fail and people who aren't found
 * aren't counted here, so holds for them are always accepted.
 */
function isJustified(history: History, account: number, reason: string): boolean {
  const people = history.world.unexpectedPages.get(account)?.size ?? 0;
  switch (reason) {
    case 'unexpected_pages':
      return people >= pagesInARow;
    case 'messages_vanish':
    case 'messages_fail':
    case 'many_not_found':
      return true;
    default:
      return false;
  }
}

/** Checks that no account was put on hold because of another account, a person's actions or a problem with the computer. */
export async function checkHolds(history: History): Promise<void> {
  const { rows } = await history.store.pool.query<Hold>(
    `SELECT h.profile_id AS account, p.profile_name AS name, h.reason FROM account_holds h
     JOIN profiles p ON p.user_id = h.user_id AND p.id = h.profile_id`,
  );
  for (const { account, name, reason } of rows) {
    if (isStopReasonOf(history, account, reason) || isJustified(history, account, reason)) continue;
    violate(history, `${name} was put on hold for ${reason}, but nothing of that kind happened to it.`);
  }
}
