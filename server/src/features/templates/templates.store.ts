import type { Database } from '../../platform/database/database.ts';
import { literal } from '../../platform/database/expressions.ts';

const columns = ['id', 'name', 'content', 'is_selected', 'created_at'] as const;

type TemplateText = { name: string; content: string };
export type TemplateChanges = { [Field in keyof TemplateText]?: TemplateText[Field] | undefined };

/** Lists templates, newest first. */
export function listTemplates(db: Database, userId: number) {
  return db.selectFrom('templates').select(columns).where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

export function insertTemplate(db: Database, userId: number, template: TemplateText) {
  return db
    .insertInto('templates')
    .values({ user_id: userId, ...template })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Updates a template. Omitted fields are set to their current values, because a statement that sets no column would be invalid SQL. */
export function updateTemplate(db: Database, userId: number, id: number, { name, content }: TemplateChanges) {
  return db
    .updateTable('templates')
    .set(({ ref }) => ({ name: name ?? ref('name'), content: content ?? ref('content') }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

/**
 * Locks a template until the end of the transaction, so that no campaign can be created with it. Returns false if there is no such
 * template.
 */
export async function lockTemplate(db: Database, userId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('templates')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTemplate(db: Database, userId: number, id: number): Promise<void> {
  await db.deleteFrom('templates').where('user_id', '=', userId).where('id', '=', id).execute();
}

export async function deselectTemplates(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('templates')
    .set({ is_selected: false })
    .where('user_id', '=', userId)
    .where('is_selected', '=', literal(true))
    .execute();
}

export function selectTemplate(db: Database, userId: number, id: number) {
  return db
    .updateTable('templates')
    .set({ is_selected: true })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}
