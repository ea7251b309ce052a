import assert from 'node:assert/strict';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { deleteProfile } from '../browser/profile.editor.ts';
import { readConfig } from '../platform/config.ts';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { profilePlace, profilesCommand } from './profiles.command.ts';

test('"profiles" lists deleted Firefox profiles, restores them and deletes them permanently', () =>
  inTemporaryFolder(async (home) => {
    const at = ['--data-dir', join(home, 'data')];
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(text);
    const run = async (...words: string[]): Promise<string> => {
      lines.length = 0;
      await profilesCommand(readConfig(['profiles', ...words, ...at], { HOME: home }), { say, print: say, warn: say });
      return lines.join('\n');
    };
    const place = profilePlace(readConfig(at, { HOME: home }));
    const remove = async (name: string): Promise<{ id: string; folder: string }> => {
      const folder = join(place.profilesDir, name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'times.json'), '{}');
      return { id: (await deleteProfile(place, folder)).id, folder };
    };
    assert.match(await run(), /There are no deleted Firefox profiles/u);
    const books = await remove('books');
    const shop = await remove('shop');
    const time = String.raw`\d\d-\d\d-\d{4} \d\d:\d\d`;
    const listed = await run('list');
    assert.match(listed, new RegExp(`^${books.id}  ${time}  ${time}  books \\(${books.folder}\\)$`, 'mu'));

    assert.equal(await run('restore', shop.id), `The Firefox profile "shop" was restored to ${shop.folder}.`);
    await access(shop.folder);
    assert.match(await run('restore', 'books', '--as', 'books-2'), /profile "books-2" was restored/u);
    const first = await remove('twice');
    await remove('twice');
    await assert.rejects(run('restore', 'twice'), /Several.*are named "twice"/u);
    assert.match(await run('purge', first.id), /^The Firefox profile "twice" was permanently deleted\.$/u);
    assert.doesNotMatch(await run(), new RegExp(first.id, 'u'));
    assert.match(await run('restore', 'twice'), /was restored/u);

    await assert.rejects(run('restore'), /Choose a profile/u);
    await assert.rejects(run('restore', 'nobody'), /There is no deleted Firefox profile "nobody"/u);
    for (const words of [['dance'], ['list', 'books'], ['restore', 'a', 'b']])
      await assert.rejects(run(...words), /Run one of these/u, words.join(' '));
  }));
