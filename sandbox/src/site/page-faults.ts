import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gateFaults } from '../faults/fault.catalogue.ts';
import type { GateName } from '../faults/fault.catalogue.ts';
import { textsOf } from '../texts/languages.ts';
import { endSession } from '../world/session.ts';
import type { Account, Person } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import { breakConnection } from './connection.ts';
import { sendGate } from './gate.pages.ts';
import { html } from './html.ts';

const gatePaths: Record<GateName, string> = {
  challenge: '/challenge/?next=%2F',
  checkpoint: '/checkpoint/?next=%2F',
  captcha: '/auth_platform/recaptcha/?next=%2F',
  suspended: '/accounts/suspended/',
  disabled: '/accounts/disabled/',
  scraping_warning: '/accounts/scraping_warning/',
  consent: '/consent/?flow=user_cookie_choice',
  unusual_login: '/challenge/unusual_login/',
  change_password: '/challenge/change_password/',
  challenge_picker: '/auth_platform/challengepicker/',
};

export function gatePath(gate: GateName): string {
  return gatePaths[gate];
}

/** The checkpoint that an account is sent to instead of the requested page; null for none. */
export function gateOf(world: World, account: Account, person: Person | null): GateName | null {
  if (account.gate) return account.gate;
  const gate = gateFaults.find((name) => world.isOn(name, account, person)) ?? null;
  account.gate = gate;
  return gate;
}

const refusals = [
  ['too_many_requests', 429],
  ['forbidden', 403],
] as const;

/** Applies faults to a page; true when the response was already sent. */
export async function spoilPage(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  about: { account: Account; person: Person | null },
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
      <p>${textsOf(account.language).serverError}</p>`;
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
  if (world.isOn('signed_out', account, person)) {
    endSession(world, request, reply);
    await reply.redirect(`/accounts/login/?next=${encodeURIComponent(request.url)}`);
    return true;
  }
  const gate = gateOf(world, account, person);
  if (gate && world.isOn('gate_in_place', account)) await sendGate(reply, account, gate, pathOf(gate));
  else if (gate) await reply.redirect(gatePath(gate));
  return gate !== null;
}

/** The path of the checkpoint's own page, without query and trailing slash. */
function pathOf(gate: GateName): string {
  return gatePath(gate).replace(/\/(\?.*)?$/u, '');
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
