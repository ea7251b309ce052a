import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrations.ts';

/**
 * Returns a function that creates data folders, each with an embedded database that contains one user with two accounts. Filling a database
 * takes seconds, so it happens only once, and each folder is a copy.
 */
export function dataFolders(folder: string): (name: string) => Promise<string> {
  let filled: Promise<string> | undefined;
  return async (name) => {
    filled ??= fillFolder(join(folder, 'filled'));
    const dataDir = join(folder, name);
    await cp(await filled, dataDir, { recursive: true });
    return dataDir;
  };
}

async function fillFolder(dataDir: string): Promise<string> {
  const { db, pool, close } = await openDatabase({ dataDir });
  await migrate(pool);
  const user = await db
    .insertInto('users')
    .values({ username: 'Zoë', password_hash: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sealed = Buffer.from([0, 255, 10, 34]);
  await db
    .insertInto('profiles')
    .values(
      ['one', 'two'].map((profile_name) => ({
        user_id: user.id,
        profile_name,
        profile_path: `C:\\p\\${profile_name}`,
        insta_password_sealed: sealed,
      })),
    )
    .execute();
  await db
    .insertInto('agent_requests')
    .values({ user_id: user.id, request_type: 'unread_check', profile_ids: [1, 2], results: '{"a":["b"]}' })
    .execute();
  const list = await db
    .insertInto('lists')
    .values({ user_id: user.id, name: 'Spring' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('recipients').values({ user_id: user.id, list_id: list.id, recipient: 'ana' }).execute();
  await db.insertInto('do_not_contact').values({ user_id: user.id, person: 'ben' }).execute();
  await close();
  return dataDir;
}
