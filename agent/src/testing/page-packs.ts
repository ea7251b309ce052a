import type { SignedPagePack } from '@sandpiper/contract/page-pack';
import { createSigningKey, publicKeyOf, signPagePack } from '@sandpiper/testkit/page-pack-signing';
import { saveSettings } from '../platform/saved-settings.ts';
import { builtInContent } from '../sites/instagram/page/pack/built-in.pack.ts';
import type { FakeServer } from './fake-server.state.ts';

export const operatorKey = createSigningKey();

/** Returns the built-in pack with this version, signed with the operator's key or the given one. */
export function signedPack(version: string, key = operatorKey): SignedPagePack {
  return signPagePack({ ...builtInContent, version }, key);
}

/** Makes the server offer a pack. `file` replaces what the agent downloads. */
export function offerPack(server: FakeServer, signed: SignedPagePack, file: unknown = signed): void {
  server.behavior.pagePack = { offer: { version: signed.version, signature: signed.signature }, file };
}

/** Makes a computer trust a key for page packs, as pairing does. */
export async function trustKey(dataDir: string, server: FakeServer, key = operatorKey): Promise<void> {
  await saveSettings(dataDir, { server: server.url, page_pack_key: publicKeyOf(key) });
}
