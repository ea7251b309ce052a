import { goAheadMs } from '@sandpiper/contract/limits';
import { isHeld } from '../history/expectations.ts';
import { violate } from '../history/history.ts';
import type { History } from '../history/history.ts';
import type { Send } from '../world/world.ts';

/* The checks that run when a message is sent. */

const dayMs = 24 * 3_600_000;

function nameOf(history: History, account: number): string {
  return history.scene.accounts.find(({ id }) => id === account)?.name ?? `account ${account}`;
}

/**
 * Whether a person may get the same text a second time: the user asked for a repeat, or the records that could have prevented the second
 * message were lost.
 */
function mayFollow(history: History, earlier: Send, later: Send): boolean {
  const campaign = history.scene.campaigns.find(({ id }) => id === later.claim.campaign_id);
  const isRepeat = campaign?.allowsRepeat === true && earlier.claim.campaign_id !== later.claim.campaign_id;
  // If the database has lost a go-ahead, the computer that received this go-ahead may still send, even after another computer got
  // a new go-ahead.
  const isElsewhere = (earlier.isForgotten || later.isForgotten) && earlier.computer !== later.computer;
  return isRepeat || isElsewhere || (earlier.isForgotten && earlier.isNoteLost);
}

function checkTwice(history: History, send: Send): void {
  const { person, text } = send;
  for (const earlier of history.world.sends) {
    const isSame = earlier.person === person && earlier.text === text;
    if (!isSame || mayFollow(history, earlier, send)) continue;
    const [first, second] = [earlier, send].map(
      ({ account, claim }) => `${nameOf(history, account)} (${claim.campaign_name}, claim ${claim.claim_id})`,
    );
    violate(history, `${person} got the same message twice: from ${first} and from ${second}.`);
  }
}

function checkForbidden(history: History, { person, claim }: Send): void {
  const { forbidden, goAheads } = history.expectations;
  const goAhead = goAheads.get(claim.claim_id);
  if (goAhead === undefined) return violate(history, `${person} was messaged without a go-ahead.`);
  const entry = forbidden.get(person);
  if (entry === undefined || goAhead.isForgotten) return;
  const wasInFlight = entry.isInFlight && goAhead.order < entry.order;
  if (!wasInFlight) violate(history, `${person} was messaged after being added to the do-not-contact list.`);
}

function checkPace(history: History, send: Send): void {
  const last = history.world.sends.findLast(({ account }) => account === send.account);
  if (last === undefined || last.isForgotten || (history.lostCommitsAt ?? -1) > last.order) return;
  const early = (last.pausedUntil - send.at) / 1000;
  if (early <= 0) return;
  const apart = ((send.at - last.at) / 1000).toFixed(1);
  const name = nameOf(history, send.account);
  violate(
    history,
    `${name} sent two messages ${apart} s apart, the second one ${early.toFixed(1)} s before the pause had ended.`,
  );
}

function checkCeiling(history: History, send: Send): void {
  const { mostPerDay } = history.scene;
  const since = Math.max(send.at - dayMs + 2 * goAheadMs, 0);
  const counted = history.world.sends.filter(
    ({ account, at, isForgotten, order }) =>
      account === send.account && at > since && !isForgotten && order > (history.lostCommitsAt ?? -1),
  );
  if (counted.length < mostPerDay) return;
  violate(history, `${nameOf(history, send.account)} sent more than ${mostPerDay} messages within a day.`);
}

/** Checks that none of the user's accounts had contacted the person within the campaign's cool-off period before the go-ahead. */
function checkCoolOff(history: History, { person, claim, at }: Send): void {
  const coolOffMs = history.scene.campaigns.find(({ id }) => id === claim.campaign_id)?.coolOffMs ?? 0;
  const goAheadAt = history.expectations.goAheads.get(claim.claim_id)?.order ?? 0;
  const earlier = history.world.sends.find(
    (send) =>
      send.person === person &&
      send.claim.id !== claim.id &&
      !send.isForgotten &&
      send.order < goAheadAt &&
      send.order > (history.lostCommitsAt ?? -1) &&
      // Allow for the time between a go-ahead and its message.
      send.at > at - coolOffMs + 2 * goAheadMs,
  );
  if (coolOffMs === 0 || earlier === undefined) return;
  violate(history, `${person} was messaged by ${claim.campaign_name} during its cool-off.`);
}

/** Checks that the message follows a recent go-ahead, and that the account wasn't on hold when the server gave that go-ahead. */
function checkGoAhead(history: History, { account, claim, at, computer }: Send): void {
  const goAhead = history.expectations.goAheads.get(claim.claim_id);
  if (goAhead === undefined) return;
  const { last } = goAhead;
  const name = nameOf(history, account);
  const held = history.expectations.held.get(account);
  const isKept = (history.lostCommitsAt ?? -1) < last.order;
  if (held !== undefined && isHeld(history.expectations, account) && isKept && last.order > held.order)
    violate(history, `${name} sent a message with a go-ahead it got while on hold.`);
  // The agent uses its computer's clock, so after that clock has been set back, an old go-ahead looks recent.
  const wasClockStepped = (history.computers[computer]?.clockSteppedAt ?? -1) > last.order;
  if (at - last.at > goAheadMs && !wasClockStepped)
    violate(history, `${name} sent a message ${Math.round((at - last.at) / 1000)} s after its go-ahead.`);
}

export function checkSend(history: History, send: Send): void {
  checkTwice(history, send);
  checkForbidden(history, send);
  checkGoAhead(history, send);
  checkPace(history, send);
  checkCeiling(history, send);
  checkCoolOff(history, send);
}
