import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../platform/config.ts';
import { openControlChannel } from '../platform/control-channel.ts';
import { builtInPack } from '../sites/instagram/page/pack/built-in.pack.ts';
import { openPagePacks } from '../sites/instagram/page/pack/page-packs.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { signedPack, trustKey } from '../testing/page-packs.ts';
import { inTemporaryFolder } from '../testing/temporary-folder.ts';
import { pagesCommand } from './pages.command.ts';

test('"pages" shows the versions and goes back one version, with or without a running agent', () =>
  inTemporaryFolder(async (dataDir) => {
    const server = await startFakeServer();
    await server.close();
    await trustKey(dataDir, server);
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(text);
    const run = async (...words: string[]): Promise<string> => {
      lines.length = 0;
      const terminal = { say, print: say, warn: say };
      await pagesCommand(readConfig(['pages', '--data-dir', dataDir, ...words]), terminal);
      return lines.join('\n');
    };
    const builtIn = builtInPack.version;
    assert.equal(await run(), `In use:    ${builtIn}\nPrevious:  none\nBuilt in:  ${builtIn}\nRefused:   none`);
    assert.match(await run('--back'), /nothing to go back to/u);

    const packs = await openPagePacks({ dataDir, server: server.url, say });
    const offer = async (version: string): Promise<void> => {
      const signed = signedPack(version);
      await packs.update(signed, () => Promise.resolve(signed));
    };
    await offer('2030-01-02');
    await offer('2030-01-03');
    await offer('2030-01-01');
    assert.equal(
      await run(),
      `In use:    2030-01-03\nPrevious:  2030-01-02\nBuilt in:  ${builtIn}\nRefused:   2030-01-01. The page pack is older than one the agent already had.`,
    );
    assert.match(await run('--back'), /^Went back from page pack 2030-01-03 to 2030-01-02\./u);
    assert.match(await run(), /^In use: {4}2030-01-02\nPrevious: {2}2026/u);

    const channel = await openControlChannel(dataDir, (command) => Promise.resolve(`answered ${command}`));
    assert.equal(await run(), 'answered pages');
    assert.equal(await run('--back'), 'answered pages-back');
    await channel.close();
  }));
