import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GateName } from '../../faults/fault.catalog.ts';
import type { Texts } from '../../texts/en.ts';
import { accountOf } from '../../world/session.ts';
import type { Account } from '../../world/world.types.ts';
import type { World } from '../../world/world.ts';
import { html, nothing } from '../html.ts';
import type { Html } from '../html.ts';
import { languageOf } from '../page-language.ts';
import { sendPlain } from '../page.reply.ts';
import { gates, pathOf, pathsOf } from './gate.catalog.ts';
import type { Gate, GateField } from './gate.catalog.ts';

export interface GateVisit {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The path of the page, without a trailing slash. */
  path: string;
}

/** Shows the account's checkpoint. Returns null if the account has none at this path. */
export function showGate(world: World, visit: GateVisit): FastifyReply | null {
  const account = stoppedHere(world, visit);
  return account?.gate ? sendGate(world, visit.reply, account, account.gate) : null;
}

/**
 * Handles a button press on the account's checkpoint. Clears the checkpoint if a button can clear it. Returns null if
 * the account has no checkpoint at this path.
 */
export function answerGate(world: World, visit: GateVisit): FastifyReply | null {
  const account = stoppedHere(world, visit);
  if (!account?.gate) return null;
  if (gates[account.gate].buttons) passGate(world, account);
  return visit.reply.redirect('/', 303);
}

/** Clears the account's checkpoint as if the owner had passed it, so that current rules for it no longer apply to the account. */
export function passGate(world: World, account: Account): void {
  if (account.gate !== null) world.faults.settle(account.gate, account.username);
  account.gate = null;
}

function stoppedHere(world: World, { request, path }: GateVisit): Account | null {
  const account = accountOf(world, request);
  return account?.gate && pathsOf(gates[account.gate]).includes(path) ? account : null;
}

export function sendGate(world: World, reply: FastifyReply, account: Account, name: GateName): FastifyReply {
  const gate = gates[name];
  const language = languageOf(world, account);
  const view = { kind: 'gate' as const, waits: gate.waits === true };
  return sendPlain(reply, { language, view, content: gateContent(gate, language.texts) });
}

function gateContent(gate: Gate, texts: Texts): Html {
  const { title, lines, fields = [], buttons = [], deadButton, isSignedOut = false } = gate;
  const labels = deadButton === undefined ? buttons : [...buttons, deadButton];
  const form = html`<form method="post" action="${pathOf(gate.address)}/">
    ${fields.map((field) => inputOf(field, texts))}
    ${labels.map((label) => html`<button type="submit">${texts[label]}</button>`)}
  </form>`;
  return html`<section class="gate">
    <h2>${texts[title]}</h2>
    ${lines.map((line) => html`<p>${texts[line]}</p>`)} ${labels.length === 0 ? nothing : form}
    ${isSignedOut ? html`<a href="/accounts/login/">${texts.logIn}</a>` : nothing}
  </section>`;
}

function inputOf({ name, label, type }: GateField, texts: Texts): Html {
  return html`<input type="${type}" name="${name}" aria-label="${texts[label]}" autocomplete="off" />`;
}
