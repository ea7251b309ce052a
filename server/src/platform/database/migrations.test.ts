import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const directory = new URL('./migrations/', import.meta.url);

/** What databases out there have applied already. Changing a file changes none of them: write the next file instead. */
const released: Record<string, string> = {
  '0001_initial.sql': '42e056d25777ef827c0fe6a742beca791cc601c53353ee6295ba68e9527c68ec',
  '0002_limits_mail_events_indexes.sql': 'b2d02eb581bb7da6232ead5d588dbad2326e64d77e6804470004f7819374f78f',
  '0003_outdated_agents.sql': '54eb0415f386291cd20884b983d452ac78e3b783ebddafe2bfdbd8ee0db2ff6f',
  '0004_asked_before_sending.sql': '754bbf46f1bf6cf0d016e50a65852ea9be1748ee6fd0abd7c0038083f5d1f509',
  '0005_hindrances.sql': 'f9af70395fa3db0d03703f50677e7c40ef090fdd461f6a674177ce54179805c0',
  '0007_sweep_lease.sql': '97424bafec28cf85da83f26325339221007352ddc2ea70f6ebc04fcd900af9f5',
};

test('a released migration stays as it is, and a new one is noted here', async () => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  const found: Record<string, string> = {};
  for (const name of names) {
    const text = (await readFile(new URL(name, directory), 'utf8')).replaceAll('\r\n', '\n');
    found[name] = createHash('sha256').update(text).digest('hex');
  }
  assert.deepEqual(found, released);
});
