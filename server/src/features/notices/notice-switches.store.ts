import { noticeDefaults, noticeKinds } from '@sandpiper/contract/notice-kinds';
import type { NoticeSwitches } from '@sandpiper/contract/notices';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { literal } from '../../platform/database/expressions.ts';

/** Lists each kind of notice and whether the user gets it in the app, in the browser and by email. */
export async function listSwitches(db: Database, userId: number): Promise<NoticeSwitches[]> {
  const rows = await db
    .selectFrom('notice_switches')
    .select(['kind', 'in_app', 'browser', 'mail'])
    .where('user_id', '=', userId)
    .execute();
  return noticeKinds.map((kind) => {
    const { in_app, browser, mail } = rows.find((row) => row.kind === kind) ?? noticeDefaults[kind];
    return { kind, in_app, browser, mail };
  });
}

/**
 * Changes where the user gets these kinds of notices. Notices that are waiting to be emailed are no longer sent if email is turned off for
 * their kind.
 */
export async function updateSwitches(
  transaction: Transaction,
  userId: number,
  switches: readonly NoticeSwitches[],
): Promise<void> {
  await transaction
    .insertInto('notice_switches')
    .values(switches.map((one) => ({ user_id: userId, ...one })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet(({ ref }) => ({
        in_app: ref('excluded.in_app'),
        browser: ref('excluded.browser'),
        mail: ref('excluded.mail'),
      })),
    )
    .execute();
  const off = switches.filter(({ mail }) => !mail).map(({ kind }) => kind);
  if (off.length === 0) return;
  await transaction
    .updateTable('notices')
    .set({ is_mail_due: false })
    .where('user_id', '=', userId)
    .where('is_mail_due', '=', literal(true))
    .where('kind', 'in', off)
    .execute();
}
