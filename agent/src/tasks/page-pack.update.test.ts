import assert from 'node:assert/strict';
import { mkdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { maxPagePackLength, type SignedPagePack } from '@sandpiper/contract/page-pack';
import { createSigningKey, signPagePack } from '@sandpiper/testkit/page-pack-signing';
import { builtInContent, builtInPack } from '../sites/instagram/page/pack/built-in.pack.ts';
import { openPagePacks, type PagePacks } from '../sites/instagram/page/pack/page-packs.ts';
import { offerPack, operatorKey, signedPack, trustKey } from '../testing/page-packs.ts';
import { until, useAgentHarness } from '../testing/working-agent.ts';
import { createPagePackUpdate } from './page-pack.update.ts';

const first = signedPack('2030-01-01');
const second = signedPack('2030-01-01.2');
const third = signedPack('2030-01-02');
const download = 'GET /api/agent/page-pack';

describe('an agent’s page pack', { timeout: 120_000 }, () => {
  const at = useAgentHarness(1);
  beforeEach(() => trustKey(at.agent.dataDir, at.server));

  const file = () => join(at.agent.dataDir, 'page-packs.json');
  const update = async () => createPagePackUpdate(at.agent)(at.server.behavior.pagePack?.offer);
  const take = async (...packs: SignedPagePack[]): Promise<void> => {
    for (const pack of packs) {
      offerPack(at.server, pack);
      await update();
      assert.equal(at.agent.pagePacks.inUse().version, pack.version);
    }
  };
  const restarted = (): Promise<PagePacks> =>
    openPagePacks({ dataDir: at.agent.dataDir, server: at.server.url, say: (text) => void at.agent.lines.push(text) });
  const versions = (packs: PagePacks) => [packs.inUse().version, packs.previous()];
  const refusal = () => at.agent.pagePacks.report().refused?.reason ?? null;
  const said = (text: RegExp) => at.agent.lines.filter((line) => text.test(line)).length;

  test('is the built-in pack until the server offers a newer pack, which a running agent downloads, uses and reports', async () => {
    assert.deepEqual(versions(at.agent.pagePacks), [builtInPack.version, null]);
    at.start();
    await until(() => at.server.syncs.length > 1, 'the agent syncs twice');
    offerPack(at.server, first);
    await until(() => at.server.syncs.at(-1)?.page_pack?.version === first.version, 'the agent reports the new pack');
    assert.deepEqual(at.server.syncs[0]?.page_pack, { version: builtInPack.version, refused: null });
    await until(() => at.server.syncs.length > 5, 'the agent syncs a few more times');
    assert.equal(at.server.calls.filter((call) => call === download).length, 1);
    assert.equal(said(/2030-01-01 is now in use/u), 1);
  });

  test('is kept after a restart, together with the previous pack, in a file that only the user can read', async () => {
    await take(first, second, third);
    assert.deepEqual(versions(await restarted()), [third.version, second.version]);
    if (process.platform !== 'win32') assert.equal((await stat(file())).mode & 0o077, 0);
  });

  test('is not downloaded when it is already in use or no newer than the built-in pack', async () => {
    await take(first);
    await update();
    offerPack(at.server, signedPack('2020-01-01'));
    await update();
    assert.equal(at.server.calls.filter((call) => call === download).length, 1);
    assert.deepEqual(at.agent.pagePacks.report(), { version: first.version, refused: null });
  });

  test('is refused when it is older than the pack in use, even if the server announces it as newer', async () => {
    await take(second);
    offerPack(at.server, first);
    await update();
    assert.equal(refusal(), 'older');
    offerPack(at.server, third, first);
    await update();
    assert.deepEqual(at.agent.pagePacks.report(), {
      version: second.version,
      refused: { version: third.version, reason: 'older' },
    });
  });

  const { locators: _locators, ...incomplete } = { ...builtInContent, version: '2030-01-01' };
  const ofAnotherFormat = { ...incomplete, format: 2 };
  const cases: [reason: string, offered: SignedPagePack, file?: unknown][] = [
    ['not_signed', first, { ...first, signature: second.signature }],
    ['not_signed', first, builtInContent],
    ['other_key', signedPack('2030-01-01', createSigningKey())],
    ['invalid', signPagePack(incomplete, operatorKey)],
    ['other_format', signPagePack(ofAnotherFormat, operatorKey)],
    ['too_large', first, { ...first, content: ' '.repeat(maxPagePackLength + 1) }],
  ];
  for (const [index, [reason, offered, sent = offered]] of cases.entries()) {
    test(`is downloaded once, refused as ${reason}, and reported to the user once (${index + 1})`, async () => {
      at.start();
      offerPack(at.server, offered, sent);
      await until(() => at.server.syncs.at(-1)?.page_pack?.refused?.reason === reason, 'the agent reports the refusal');
      const { length } = at.server.syncs;
      await until(() => at.server.syncs.length > length + 3, 'the agent syncs a few more times');
      assert.equal(at.server.calls.filter((call) => call === download).length, 1);
      assert.equal(said(/^Refused page pack 2030-01-01/u), 1);
      assert.deepEqual(versions(await restarted()), [builtInPack.version, null]);
      offerPack(at.server, third);
      await until(() => at.agent.pagePacks.inUse().version === third.version, 'the newer pack is in use');
      assert.equal(refusal(), null);
    });
  }

  test('is refused without a key, until the computer is paired again', async () => {
    await writeFile(join(at.agent.dataDir, 'agent.json'), JSON.stringify({ server: at.server.url }));
    offerPack(at.server, first);
    await update();
    assert.deepEqual([refusal(), at.server.calls], ['no_key', []]);
    await trustKey(at.agent.dataDir, at.server);
    await update();
    assert.deepEqual(at.agent.pagePacks.report(), { version: first.version, refused: null });
  });

  test('is not accepted with the key of another server', async () => {
    await trustKey(at.agent.dataDir, { ...at.server, url: 'https://elsewhere.example' });
    offerPack(at.server, first);
    await update();
    assert.equal(refusal(), 'no_key');
  });

  test('is dropped when the computer is paired with a new key', async () => {
    await take(first, second);
    const key = createSigningKey();
    await trustKey(at.agent.dataDir, at.server, key);
    assert.deepEqual(versions(await restarted()), [builtInPack.version, null]);
    await update();
    assert.deepEqual([at.agent.pagePacks.inUse().version, refusal()], [builtInPack.version, 'other_key']);
    await take(signedPack('2030-01-01', key));
  });

  test('stays in use while the agent keeps running for its server after the computer is paired with another one', async () => {
    await take(first, second);
    await trustKey(at.agent.dataDir, { ...at.server, url: 'https://elsewhere.example' }, createSigningKey());
    await update();
    assert.deepEqual(versions(at.agent.pagePacks), [second.version, first.version]);
    await take(third);
  });

  test('can be switched back to the previous version, which stays in use after a restart until a newer pack is offered', async () => {
    await take(first, second);
    assert.equal(await at.agent.pagePacks.goBack(), second.version);
    at.agent.pagePacks = await restarted();
    await update();
    assert.deepEqual(versions(at.agent.pagePacks), [first.version, builtInPack.version]);
    assert.deepEqual(at.agent.pagePacks.report().refused, { version: second.version, reason: 'left' });
    await take(third);
    assert.deepEqual(versions(at.agent.pagePacks), [third.version, first.version]);
  });

  test('can be switched back to the built-in pack, after which both later packs are refused', async () => {
    await take(first, second);
    await at.agent.pagePacks.goBack();
    assert.equal(await at.agent.pagePacks.goBack(), first.version);
    assert.equal(await at.agent.pagePacks.goBack(), null);
    await update();
    assert.equal(refusal(), 'left');
    offerPack(at.server, first);
    await update();
    assert.deepEqual([at.agent.pagePacks.inUse().version, refusal()], [builtInPack.version, 'older']);
  });

  test('is replaced by the previous pack if it is damaged, and is then downloaded again', async () => {
    await take(first, second);
    const text = await readFile(file(), 'utf8');
    await writeFile(file(), text.replace(second.signature, first.signature));
    at.agent.pagePacks = await restarted();
    assert.deepEqual(versions(at.agent.pagePacks), [first.version, builtInPack.version]);
    assert.equal(said(/stored page pack can't be used/u), 1);
    await take(second);
  });

  test('is replaced by the built-in pack if the file is damaged', async () => {
    await take(first);
    for (const text of ['{"key":', '[]', '']) {
      await writeFile(file(), text);
      assert.deepEqual(versions(await restarted()), [builtInPack.version, null]);
    }
  });

  test('stays in use if the download of a newer pack fails, and the agent keeps working', async () => {
    await take(first);
    at.server.behavior.broken = download;
    at.start();
    offerPack(at.server, second);
    const delivery = at.server.addDelivery('alice', 'Hello');
    await until(() => delivery.state.status === 'sent', 'the message is sent');
    assert.deepEqual(at.agent.pagePacks.report(), { version: first.version, refused: null });
    at.server.behavior.broken = null;
    await until(() => at.agent.pagePacks.inUse().version === second.version, 'the newer pack is in use');
  });

  test('stays in use if a newer pack cannot be stored', async () => {
    await take(first);
    const inTheWay = `${file()}.new`;
    await mkdir(inTheWay);
    offerPack(at.server, second);
    await update();
    assert.deepEqual(versions(at.agent.pagePacks), [first.version, builtInPack.version]);
    await rmdir(inTheWay);
    await take(second);
  });
});
