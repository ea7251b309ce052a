import type { Surroundings } from '../computers/computer.ts';
import { checkSend } from '../checks/at.send.ts';
import { trueNow } from '../time/virtual-time.ts';
import { nextOrder, say } from './history.ts';
import type { History } from './history.ts';

/** Returns the simulated surroundings of an agent's process in this history. */
export function surroundingsOf(history: History): Surroundings {
  return {
    pauses: history.pauses,
    world: history.world,
    nextOrder: () => nextOrder(history),
    late: (question) => {
      // If an agent repeats a request, keep only one copy for later, not hundreds.
      const isKnown = history.late.some(({ url, body }) => url === question.url && body === question.body);
      if (!isKnown) history.late.push(question);
    },
    hasPath: (computer, path) =>
      history.scene.accounts.some(
        (account) => account.path === path && history.world.homes.get(account.id) === computer,
      ),
    press: ({ computer, claim, showsFrom }) => {
      const { profile_id: account, recipient: person, text } = claim;
      const order = nextOrder(history);
      const goAhead = history.expectations.goAheads.get(claim.claim_id);
      const pausedUntil = goAhead?.last.pausedUntil ?? 0;
      const send = { account, computer, person, text, at: trueNow(), claim, pausedUntil, showsFrom, order };
      const sent = { ...send, isForgotten: goAhead?.isForgotten === true, isNoteLost: false };
      say(
        history,
        `    ${claim.profile_name} sends to ${person}: ${text} (${claim.campaign_name}, claim ${claim.claim_id})`,
      );
      checkSend(history, sent);
      history.world.sends.push(sent);
    },
    failed: (computer, error) => {
      say(history, `    the agent of computer ${computer.number} exits: ${error.message}`);
      history.ended.add(computer.number);
    },
  };
}
