import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openBareDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { isMigrated, listUnknownMigrations, migrate } from './migrations.ts';

const directory = new URL('./migrations/', import.meta.url);

/**
 * SHA-256 digests of migrations that existing databases have already applied. Editing one of them wouldn't change these databases, so add a
 * new file instead.
 */
const released: Record<string, string> = {
  '0001_initial.sql': '42e056d25777ef827c0fe6a742beca791cc601c53353ee6295ba68e9527c68ec',
  '0002_limits_mail_events_indexes.sql': 'b2d02eb581bb7da6232ead5d588dbad2326e64d77e6804470004f7819374f78f',
  '0003_outdated_agents.sql': '54eb0415f386291cd20884b983d452ac78e3b783ebddafe2bfdbd8ee0db2ff6f',
  '0004_asked_before_sending.sql': '754bbf46f1bf6cf0d016e50a65852ea9be1748ee6fd0abd7c0038083f5d1f509',
  '0005_hindrances.sql': 'f9af70395fa3db0d03703f50677e7c40ef090fdd461f6a674177ce54179805c0',
  '0006_remembered_people_and_accounts.sql': '71800416dc1d33afcf45c8fb9570eeccb680b47805ab5804a6e91068efcafe4b',
  '0007_sweep_lease.sql': '97424bafec28cf85da83f26325339221007352ddc2ea70f6ebc04fcd900af9f5',
  '0008_logs_by_time.sql': '747b25498903c348e9536dfa5ca8296b6ddf29486cfdd07ad6b754d9a92d2f7c',
  '0009_read_answers.sql': '75fda3709310d00fff114d35cd80371319679b99ce98058c95170a270cfb3f3b',
  '0010_message_ids.sql': '5fd81a4cf2a44f55dd8ec5ff4eb481513c591d2363a1f100d4d01cd9ee5b4088',
  '0011_page_packs.sql': '03cacbec3f69c645cc266db70b795877a4a472cdc0c83c5861187e2deb19f69c',
  '0012_diagnostic_reports.sql': '2769ddf1480e5dfc4e8cfdec471530e917b7d34a4dc0751ee274f59ba198171f',
  '0013_renamed_accounts.sql': 'd84745f7633bfb0f54d36f335be3c3b55cf46ed75b2f1ac3685352eabd09af72',
  '0014_guard.sql': 'f222bb4e6d19b2b6f8233bdbced813722a0f36615b33194afc74a14df9d2696c',
  '0015_campaign_changes.sql': '522d457168480be63c513dd24f4907714e0ca10c61ffa24f7d97da678762ae2c',
  '0016_notices.sql': 'd0c67950ea572fb9f8338500f73099fd38b4f921dca796d4594b56d2edaa1c4b',
  '0017_people.sql': '841d5fe0ce7c939cbcaf329dbfd06aac3258f8384f98171fe979135711d79f49',
  '0018_user_security.sql': 'd036a4f9419f72a0c9d286a58833d8d42d298737d2dcaa7085f4ddbea0b4e695',
  '0019_two_factor.sql': 'a18680773865bc2fb1beca8ee48378620bb30fccbbabf3efa6378aba5bf005ed',
  '0020_own_data.sql': '902c5ada8ad3b2702057ba7c172971c55eb1c41beb2a89c442af2cdc07dd30dc',
  '0021_audit.sql': '046545f24047135994f78e18702bed85c377946ad623325215f4e3331f20919a',
  '0022_operations.sql': 'c28d8b16a0dc74772f2b9209196cf73d3b3d91cca474d84fa5624cf959a67ab9',
  '0023_indexes_of_ids.sql': '19ecd4c42cb79c9f6bc0fba910398b5ddb54b940768a1996c657acaa3007c2cf',
  '0024_person_events.sql': '487176a40a08d318969606358eae433dce94574770028095aab58313be508191',
  '0025_kept_keys.sql': 'f9d5dbe17d3c6902a67b1571e47cded2ca8fc2709b2e2b248909691c0a4cbe92',
  '0026_invitations.sql': 'ce81d14272197ad50ad8c7b560cf67edac487e299e5e0b2d6a207adde40aedb9',
  '0027_audit_search.sql': 'f97d36e3bc18638a11049f151970f7f738502547ff011ba8385291ce838b9af9',
  '0029_campaign_days.sql': '88a7e9c054b4b5ba5355f161cb0d0d28865d795ad459b5254292003dc9dced4e',
  '0030_searches_of_names.sql': '3c04ecd61e6812facc415854dd1ee849819fad32119c42c9487d4ddfa9386700',
  '0032_waiting_deliveries.sql': 'd8ef2178a871a418ec85c55afb4c3f89372e407bd1c39515aa4c90ce57711d2d',
  '0033_created_variables.sql': '5f792176fcf27b4a8f307e2429623bbda32c56c330e1a35f8d8c4f0cff4953ff',
  '0034_computers_of_requests.sql': '7014677afd3aa58937e21d8852b5c7557240a135473e2be0a57b4daeab096197',
  '0035_people_by_index.sql': '04678faa902e9e434c6eab4f14d971f2dd7c4e3cf1bec92c6fad3e073a78f64f',
  '0036_people_by_name.sql': '7b7d025bcfd1225e6d343ad81d6ad5fcfa5dc17aefe17e937a86f4a3a132ff88',
  '0037_message_keys.sql': 'fb7b7e9699b277eda30984996baa8aa5a73d7754dbc9514a65e9be1df073f3c5',
  '0038_unknown_outcomes_of_days.sql': '5618e713de71d0fc291cff6ebc5a38fc19d97ec92911294d8960f41bde0523bd',
  '0039_creators_of_invitations.sql': '786eac9b2e1cd63a665e89f5e58dac9ae6d004f6b60f96a03f68d21aafb6f2ea',
  '0040_one_mail_queue.sql': '838463b72c32af9fa9cd9c5818bd63c36f53d3e76764f5e1c1b2bbecc3ce6175',
  '0041_searches_of_users.sql': 'd41859691b9c13581319dc91a1c60c19921d3cfc2b0521dfc9d60e866351e17a',
  '0043_unread_counts.sql': '2427f8415c5a1466d0548f5c5c7a6ca8c4dc71ae8d5c8aae9c881e5ada8322ef',
  '0044_replies_of_people.sql': 'e276d672023ff5198d442c5397feed3ddedd626da673999c95898d04408b1d07',
  '0045_former_keys.sql': '60b8f938eb3dfd1d2a984b4a5ef7ec39a4133cec5e5fd8ed088182bbe4407ecd',
  '0046_abbreviated_time_zones.sql': '8753ca3ff6f2f015c912049a8c755ff03fbd93cee4a7e8047f911b3e2f12b3d0',
  '0047_test_lists.sql': '75d789f63682570fb1b770435b0b5959d14a683adfb41c869c6e412a380aefde',
  '0048_address_change_mails.sql': '09a97057790fcb5983228f9a8337aac0a850bf12c9f17654b31c6531912bad14',
  '0049_reviewed_starts.sql': 'dcd849bb56f34669ce277aea21444ccc8358a4acd8a073d8eb104a19c1e26be9',
  '0050_undone_changes.sql': '2368d57778de7cbe3a17697e3902c1ce29e58f0dc21e7397eaa309fe66f62887',
  '0051_deletion_mails.sql': 'f5d25669662ada9606998f911327a42d86f89f057e062f1cefb0c28f599894a7',
  '0052_removed_recipients.sql': '21398e9bf380c3e7fff3a42beabed5e484a8ce308a405d7c1f73c11b43ad5a40',
  '0053_events_of_tests.sql': '323b6b42b8f610bd5607e75d7da7c5e7f5d4de98bcfb2a30b073288f61a6ca7d',
  '0054_times_of_marks.sql': '0c4459b6801959685e0ad37735d048c8ef4e3bd03f313158fe1114d5a3cf7425',
  '0055_people_who_left.sql': '526269984f6f7324660686ac6d10a5b1a17af18c49b46c75c990ddc14e616acf',
  '0056_days_of_users.sql': 'dc06cb62130f0aada59ad8d7eefd65b7ae076062890390a29dc8045331be1d7a',
};

test('released migrations never change, and each migration is listed in this test', async () => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  const found: Record<string, string> = {};
  for (const name of names) {
    const text = (await readFile(new URL(name, directory), 'utf8')).replaceAll('\r\n', '\n');
    found[name] = createHash('sha256').update(text).digest('hex');
  }
  assert.deepEqual(found, released);
});

describe('migrating', () => {
  it('calls beforeUpdate before it changes existing tables, and changes nothing if that call fails', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sandpiper-migrations-'));
    const { pool, close } = await openTestDatabase();
    t.after(async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    });
    const newer = pathToFileURL(`${folder}/`);
    await writeFile(
      join(folder, '9001_notes.sql'),
      'CREATE TABLE notes (id bigint); CREATE TABLE more_notes (id bigint);',
    );
    await writeFile(join(folder, '9002_fill.sql'), 'INSERT INTO notes VALUES (1);');
    const asked: string[] = [];
    const refuse = (name: string) => {
      asked.push(name);
      return Promise.reject(new Error('the disk is full'));
    };
    await assert.rejects(migrate(pool, { directory: newer, beforeUpdate: refuse }), /the disk is full/);
    assert.deepEqual(asked, ['9001_notes.sql']);
    assert.equal((await pool.query(`SELECT to_regclass('notes') AS found`)).rows[0].found, null);

    const both = await Promise.all([migrate(pool, { directory: newer }), migrate(pool, { directory: newer })]);
    assert.deepEqual(both.flat().toSorted(), ['9001_notes.sql', '9002_fill.sql']);
    assert.equal((await pool.query('SELECT FROM notes')).rowCount, 1);
    assert.deepEqual(await migrate(pool, { directory: newer, beforeUpdate: refuse }), []);
  });

  it('tells which migrations were applied by a newer version', async (t) => {
    const { db, pool, close } = await openTestDatabase();
    t.after(close);
    assert.deepEqual(await listUnknownMigrations(db), []);
    await pool.query(`INSERT INTO schema_migrations (name) VALUES ('9002_b.sql'), ('9001_a.sql')`);
    assert.deepEqual(await listUnknownMigrations(db), ['9001_a.sql', '9002_b.sql']);
    assert.equal(await isMigrated(db), true);
  });

  it('rolls back a file that fails', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sandpiper-migrations-'));
    const { pool, close } = await openTestDatabase();
    t.after(async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    });
    await writeFile(join(folder, '9001_half.sql'), 'CREATE TABLE half (id bigint); SELECT 1 / 0;');
    await assert.rejects(
      migrate(pool, { directory: pathToFileURL(`${folder}/`) }),
      /9001_half.sql could not be applied/,
    );
    assert.equal((await pool.query(`SELECT to_regclass('half') AS found`)).rows[0].found, null);
  });

  it('leaves an empty database empty if the first file fails, so that a backup can still be restored into it', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sandpiper-migrations-'));
    const { pool, close } = await openBareDatabase();
    t.after(async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    });
    const directory = pathToFileURL(`${folder}/`);
    await writeFile(join(folder, '9001_first.sql'), 'CREATE EXTENSION nobody_has_this;');
    await assert.rejects(migrate(pool, { directory }), /9001_first.sql could not be applied/);
    assert.equal((await pool.query(`SELECT to_regclass('schema_migrations') AS found`)).rows[0].found, null);

    await writeFile(join(folder, '9001_first.sql'), 'SELECT 1;');
    assert.deepEqual(await migrate(pool, { directory }), ['9001_first.sql']);
    assert.deepEqual(await migrate(pool, { directory }), []);
  });
});
