import { expectRelease } from './expectations.ts';
import { claimInProgress } from './owner.acting.ts';
import type { Acting } from './owner.acting.ts';
import { kill } from './processes.ts';
import type { SceneAccount } from './scene.types.ts';

/* What the user does with accounts and computers. */

function accountOf({ history, which }: Acting): SceneAccount {
  const account = history.scene.accounts[which % history.scene.accounts.length];
  if (account === undefined) throw new Error('There is no account');
  return account;
}

type AccountCall = 'DELETE /api/profiles/:id' | 'POST /api/profiles' | 'PUT /api/profiles/:id/toggle';

export const changeAccount =
  (call: AccountCall) =>
  async (acting: Acting): Promise<void> => {
    const { id, name, path } = accountOf(acting);
    if (call !== 'POST /api/profiles') {
      // Prefer an account with a claim in progress.
      await acting.api(call, { params: { id: claimInProgress(acting)?.profile_id ?? id } });
      return;
    }
    await acting.api(call, { body: { profile_name: name, profile_path: path } });
  };

/**
 * Moves the account's Firefox profile to the other computer, and tells the server that the account has moved, sometimes without naming the
 * computer. Without `isReal`, only tells the server.
 */
export const moveAccount =
  ({ isReal }: { isReal: boolean }) =>
  async (acting: Acting): Promise<void> => {
    const { history, api, which } = acting;
    const account = accountOf(acting);
    const home = history.world.homes.get(account.id) ?? 0;
    const other = history.computers[1 - home];
    if (isReal) history.world.homes.set(account.id, 1 - home);
    const computer_id = other?.run?.agent.identity.installation_id ?? null;
    await api('PUT /api/profiles/:id/computer', {
      params: { id: account.id },
      body: { computer_id: which % 3 === 0 ? null : computer_id },
    });
  };

/** Does what Instagram asked the account's owner to do, then ends the hold. */
export async function release(acting: Acting): Promise<void> {
  const { history, api } = acting;
  const { id } = accountOf(acting);
  history.world.liftStop(id);
  // The owner can't end a hold that ends automatically.
  if (history.expectations.held.get(id)?.until === null) expectRelease(history.expectations, id);
  await api('POST /api/profiles/:id/release', { params: { id } });
}

export async function pairAgain({ history, api, which }: Acting): Promise<void> {
  const computer = history.computers[which % history.computers.length];
  if (computer === undefined) return;
  kill(history, computer);
  const { token } = await api('POST /api/agent-tokens', { body: { name: `Computer ${computer.number} again` } });
  computer.token = token;
}

/** Opens the account's Firefox profile on its computer as the user, or closes it if it is open. */
export function openFirefox(acting: Acting): Promise<void> {
  const { id } = accountOf(acting);
  const computer = acting.history.computers[acting.history.world.homes.get(id) ?? 0];
  if (computer?.inUse.delete(id) === false) computer.inUse.add(id);
  return Promise.resolve();
}
