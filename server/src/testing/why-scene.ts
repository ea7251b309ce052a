import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { StatusReason } from '@sandpiper/contract/campaign-status';
import { scenesOn } from './sending-scene.ts';
import type { TestServer } from './test-server.ts';

type Scene = Awaited<ReturnType<ReturnType<typeof scenesOn>>>;
type Code = StatusReason['code'];

export type WhyCase = {
  cause: string;
  code: Code;
  /** The account's reason code, if it differs from the campaign's. */
  account?: Code;
  text: RegExp;
  path?: string | null;
  /** Whether the answer says when the campaign continues automatically. */
  hasUntil?: true;
  options?: Parameters<ReturnType<typeof scenesOn>>[0];
  bring: (given: Scene) => Promise<unknown>;
};

const hour = 3_600_000;

/** Returns functions that set up campaigns, ask why nothing is being sent, and change the possible causes. */
export function whyScenesOn(server: TestServer) {
  const { db } = server.app;
  const changeAgent = ({ agent }: Scene, values: object) =>
    db.updateTable('agent_tokens').set(values).where('id', '=', agent.id).execute();
  return {
    scene: scenesOn(server),
    whyOf: ({ user, params }: Scene) => server.call(user, 'GET /api/campaigns/:id/why', { params }),
    changeAgent,
    changeAccount: ({ account }: Scene, values: object) =>
      db.updateTable('profiles').set(values).where('id', '=', account.id).execute(),
    changeCampaign: ({ campaign }: Scene, values: object) =>
      db.updateTable('campaigns').set(values).where('id', '=', campaign.id).execute(),
    disconnectAgent: (given: Scene) => changeAgent(given, { last_seen_at: new Date(Date.now() - hour) }),
  };
}

/** Tests that the server gives each of these causes as the reason why nothing is being sent. */
export function testCauses(server: TestServer, cases: readonly WhyCase[]): void {
  const { scene, whyOf } = whyScenesOn(server);
  for (const { cause, code, account = code, text, path, hasUntil, options = {}, bring } of cases) {
    it(`is shown as soon as ${cause}`, async () => {
      const given = await scene(options);
      await bring(given);
      const why = await whyOf(given);
      assert.deepEqual([why.code, why.accounts[0]?.code], [code, account]);
      assert.match(why.text, text);
      if (path !== undefined) assert.equal(why.path, path?.replace('{account}', String(given.account.id)) ?? null);
      assert.equal(why.until !== null && Date.parse(why.until) > Date.now(), hasUntil ?? false, String(why.until));
    });
  }
}
