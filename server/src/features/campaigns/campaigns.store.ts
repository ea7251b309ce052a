import { sql } from 'kysely';
import type { CampaignStatus } from '@sandpiper/contract/campaign-status';
import { compileOnce } from '../../platform/database/compiled-queries.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { containsPattern, literal, pendingOnList } from '../../platform/database/expressions.ts';
import { together } from '../../platform/database/pipelining.ts';
import { isStartMissed } from './campaign-schedule.store.ts';

/**
 * Returns a SQL expression for a column of the campaign's template or list. Before the first start, this is the current value. Afterward,
 * it is the value that the campaign started with.
 */
function currentUntilStart(current: string, own: string) {
  return sql<string>`CASE WHEN c.started_at IS NULL THEN coalesce(${sql.ref(current)}, ${sql.ref(own)}) ELSE ${sql.ref(own)} END`;
}

function visible(db: Database, userId: number) {
  return db
    .selectFrom('campaigns as c')
    .leftJoin('templates as t', (join) =>
      join.onRef('t.user_id', '=', 'c.user_id').onRef('t.id', '=', 'c.message_template_id'),
    )
    .leftJoin('lists as l', (join) => join.onRef('l.user_id', '=', 'c.user_id').onRef('l.id', '=', 'c.list_id'))
    .where('c.user_id', '=', userId)
    .where('c.deleted_at', 'is', null);
}

function withColumns(campaigns: ReturnType<typeof visible>) {
  return campaigns.select([
    'c.id',
    'c.name',
    'c.status',
    'c.message_template_id',
    currentUntilStart('t.name', 'c.template_name').as('template_name'),
    currentUntilStart('t.content', 'c.template_content').as('template_content'),
    sql<string[]>`CASE WHEN c.started_at IS NULL THEN coalesce(l.variables, c.variables) ELSE c.variables END`.as(
      'variables',
    ),
    'c.list_id',
    currentUntilStart('l.name', 'c.list_name').as('list_name'),
    sql<number[]>`ARRAY(SELECT cp.profile_id FROM campaign_profiles cp
      WHERE cp.user_id = c.user_id AND cp.campaign_id = c.id ORDER BY cp.profile_id)`.as('profiles_used'),
    sql<number>`CASE WHEN c.started_at IS NULL THEN ${pendingOnList} ELSE c.total_list END`.as('total_list'),
    'c.total_sent',
    'c.total_failed',
    'c.total_skipped',
    'c.status_reason',
    'c.hours',
    'c.start_at',
    'c.start_problem',
    isStartMissed.as('is_start_missed'),
    'c.created_at',
    'c.started_at',
    'c.completed_at',
    sql<number>`(SELECT count(*) FROM deliveries d WHERE d.user_id = c.user_id AND d.campaign_id = c.id
      AND d.status = 'unknown')`.as('total_unknown'),
  ]);
}

function rows(db: Database, userId: number) {
  return withColumns(visible(db, userId));
}

/** Lists the newest pending campaigns whose scheduled start was missed or failed. */
export function listLateCampaigns(db: Database, userId: number, limit: number) {
  return rows(db, userId)
    .where('c.status', '=', literal('pending'))
    .where(({ or, eb }) => or([isStartMissed, eb('c.start_problem', 'is not', null)]))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
}

export type CampaignFilter = {
  search?: string | undefined;
  status?: CampaignStatus | undefined;
  isStoppedEarly?: boolean | undefined;
};

type Wanted = {
  userId: number;
  pattern: string | undefined;
  status: CampaignStatus | undefined;
  isStoppedEarly: boolean | undefined;
};
type Page = { limit: number; offset: number };

const stoppedEarly = sql<boolean>`(c.status = 'completed' AND c.stopped_by_user
  AND c.total_sent + c.total_failed < c.total_list)`;

function matching(db: Database, { userId, pattern, status, isStoppedEarly }: Wanted) {
  return visible(db, userId)
    .$if(pattern !== undefined, (query) => query.where('c.name', 'ilike', pattern ?? ''))
    .$if(status !== undefined, (query) => query.where('c.status', '=', status ?? 'pending'))
    .$if(isStoppedEarly !== undefined, (query) => query.where(stoppedEarly, '=', literal(isStoppedEarly === true)));
}

const pageQuery = compileOnce((db, wanted: Wanted & Page) =>
  withColumns(matching(db, wanted))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(wanted.limit)
    .offset(wanted.offset),
);

const totalQuery = compileOnce((db, wanted: Wanted) =>
  matching(db, wanted).select(({ fn }) => fn.countAll<number>().as('total')),
);

export async function listCampaigns(
  db: Database,
  userId: number,
  { search = '', status, isStoppedEarly }: CampaignFilter,
  { limit, offset }: Page,
) {
  const wanted = { userId, pattern: search === '' ? undefined : containsPattern(search), status, isStoppedEarly };
  const [campaigns, { total }] = await together([
    pageQuery.all(db, { ...wanted, limit, offset }),
    totalQuery.one(db, wanted),
  ]);
  return { campaigns, total };
}

/** Finds a campaign, with the columns that are needed only for a single campaign. */
export function findCampaign(db: Database, userId: number, id: number) {
  return rows(db, userId)
    .select(['c.allow_repeat', 'c.cool_off_days', 'c.skip_conversations', 'c.logs_deleted_to', 'c.details_deleted_at'])
    .where('c.id', '=', id)
    .executeTakeFirst();
}

export async function hasCampaign(db: Database, userId: number, id: number): Promise<boolean> {
  const row = await visible(db, userId).select('c.id').where('c.id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Finds the accounts with these IDs. Leaves out accounts that don't exist or were removed. */
export function findAccounts(db: Database, userId: number, profileIds: readonly number[]) {
  return db
    .selectFrom('profiles')
    .select(['id', 'profile_name', 'profile_path', 'is_active'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<number>`ANY(${[...profileIds]}::bigint[])`)
    .execute();
}

/** Reads a template and locks it against deletion until the end of the transaction. */
export function findTemplate(transaction: Transaction, userId: number, id: number) {
  return transaction
    .selectFrom('templates')
    .select(['name', 'content'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

export type NewCampaign = {
  allow_repeat: boolean;
  cool_off_days: number;
  skip_conversations: boolean;
  name: string;
  message_template_id: number;
  template_name: string;
  template_content: string;
  list_id: number;
  list_name: string;
  hours: string | null;
};

export async function insertCampaign(
  transaction: Transaction,
  userId: number,
  campaign: NewCampaign,
  profileIds: readonly number[],
): Promise<number> {
  const { id } = await transaction
    .insertInto('campaigns')
    .values({ user_id: userId, ...campaign })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('campaign_profiles')
    .values(profileIds.map((profile_id) => ({ user_id: userId, campaign_id: id, profile_id })))
    .execute();
  return id;
}
