import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkpointFaults } from '../faults/fault.catalog.ts';
import type { CheckpointName } from '../faults/fault.catalog.ts';
import type { Texts } from '../texts/en.ts';
import { endSession, forgetSession } from '../world/session.ts';
import type { Account, Person } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import { breakConnection } from './connection.ts';
import { checkpoints } from './checkpoints/checkpoint.catalog.ts';
import { sendCheckpoint } from './checkpoints/checkpoint.pages.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { languageOf } from './page-language.ts';
import { sendPlain } from './page.reply.ts';

/**
 * Returns the checkpoint that the account gets instead of the requested page, or null if there is none. Stores the checkpoint in the
 * account.
 */
export function checkpointOf(world: World, account: Account, person: Person | null): CheckpointName | null {
  if (account.checkpoint) return account.checkpoint;
  const checkpoint = checkpointFaults.find((name) => world.isOn(name, account, person)) ?? null;
  account.checkpoint = checkpoint;
  return checkpoint;
}

const brokenPages = ['broken_page', 'no_connection_page'] as const;

interface About {
  account: Account;
  person: Person | null;
}

const refusals = [
  ['too_many_requests', 429],
  ['forbidden', 403],
] as const;

/** Applies faults to a page. Returns true if the response has already been sent. */
export async function applyPageFaults(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  about: About,
): Promise<boolean> {
  const { account, person } = about;
  const slow = world.hit('slow_page', account, person);
  if (slow) await wait(world.delay(slow, 8000));
  if (world.isOn('connection_reset', account, person)) {
    breakConnection(request, reply);
    return true;
  }
  if (world.isOn('page_error', account, person)) {
    const page = html`<!doctype html><title>Error</title>
      <p>${languageOf(world, account).texts.serverError}</p>`;
    await reply.code(500).type('text/html; charset=utf-8').send(page.markup);
    return true;
  }
  for (const [fault, status] of refusals) {
    if (!world.isOn(fault, account, person)) continue;
    await reply.code(status).type('text/html; charset=utf-8').send(`<!doctype html><title>${status}</title>`);
    return true;
  }
  if (world.isOn('truncated_page', account, person)) {
    breakOff(reply);
    return true;
  }
  if (await sendBroken(world, request, reply, about)) return true;
  const isForgotten = world.isOn('session_forgotten', account, person);
  if (isForgotten || world.isOn('signed_out', account, person)) {
    if (isForgotten) forgetSession(world, request);
    else endSession(world, request, reply);
    await reply.redirect(`/accounts/login/?next=${encodeURIComponent(request.url)}`);
    return true;
  }
  const checkpoint = checkpointOf(world, account, person);
  if (!checkpoint) return false;
  const isInPlace = checkpoints[checkpoint].isInPlace === true || world.isOn('checkpoint_in_place', account);
  await (isInPlace
    ? sendCheckpoint(world, reply, account, checkpoint)
    : reply.redirect(checkpoints[checkpoint].address));
  return true;
}

/** If a fault applies, sends an error page that disappears when the URL is loaded again. Returns whether it has sent a response. */
async function sendBroken(world: World, request: FastifyRequest, reply: FastifyReply, about: About): Promise<boolean> {
  const { account, person } = about;
  if (account.brokenPages.delete(request.url)) return false;
  const name = brokenPages.find((fault) => world.isOn(fault, account, person));
  if (!name) return false;
  account.brokenPages.add(request.url);
  const language = languageOf(world, account);
  const content = brokenContent(name, language.texts, request.url);
  await sendPlain(reply, { language, view: { kind: 'plain' }, content });
  return true;
}

function brokenContent(name: (typeof brokenPages)[number], texts: Texts, address: string): Html {
  const isBroken = name === 'broken_page';
  return html`<section class="card">
    <h2>${isBroken ? texts.brokenTitle : texts.noConnectionTitle}</h2>
    <p>${isBroken ? texts.brokenHint : texts.noConnectionHint}</p>
    <a role="button" tabindex="0" href="${address}">${texts.reloadPage}</a>
  </section>`;
}

function breakOff(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': '20000' });
  reply.raw.write(
    '<!doctype html><html lang="en"><head><title>Instagram</title></head><body><nav><a href="/">Ho',
    () => {
      reply.raw.destroy();
    },
  );
}
