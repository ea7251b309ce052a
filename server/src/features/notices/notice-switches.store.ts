import { noticeDefaults, noticeKinds } from '@sandpiper/contract/notice-kinds';
import type { NoticeKind, NoticePlaces } from '@sandpiper/contract/notice-kinds';
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

type Places = { [Place in keyof NoticePlaces]?: NoticePlaces[Place] | undefined };

/**
 * Changes where the user gets these kinds of notices. Omitted places keep their setting. If email is turned off for a kind, notices of that
 * kind that haven't been emailed yet are no longer emailed.
 */
export async function updateSwitches(
  transaction: Transaction,
  userId: number,
  kinds: readonly NoticeKind[],
  { in_app, browser, mail }: Places,
): Promise<void> {
  const placesOf = (kind: NoticeKind) => ({
    in_app: in_app ?? noticeDefaults[kind].in_app,
    browser: browser ?? noticeDefaults[kind].browser,
    mail: mail ?? noticeDefaults[kind].mail,
  });
  await transaction
    .insertInto('notice_switches')
    .values(kinds.map((kind) => ({ user_id: userId, kind, ...placesOf(kind) })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet(({ ref }) => ({
        in_app: in_app ?? ref('notice_switches.in_app'),
        browser: browser ?? ref('notice_switches.browser'),
        mail: mail ?? ref('notice_switches.mail'),
      })),
    )
    .execute();
  if (mail !== false) return;
  await transaction
    .updateTable('notices')
    .set({ is_mail_due: false })
    .where('user_id', '=', userId)
    .where('is_mail_due', '=', literal(true))
    .where('kind', 'in', kinds)
    .execute();
}
