import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CheckpointName } from '../../faults/fault.catalog.ts';
import type { Texts } from '../../texts/en.ts';
import { accountOf } from '../../world/session.ts';
import type { Account } from '../../world/world.types.ts';
import type { World } from '../../world/world.ts';
import { html, nothing } from '../html.ts';
import type { Html } from '../html.ts';
import { languageOf } from '../page-language.ts';
import { sendPlain } from '../page.reply.ts';
import { checkpoints, pathOf, pathsOf } from './checkpoint.catalog.ts';
import type { Checkpoint, CheckpointField } from './checkpoint.catalog.ts';

export interface CheckpointVisit {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The path of the page, without a trailing slash. */
  path: string;
}

/** Shows the account's checkpoint. Returns null if the account has none at this path. */
export function showCheckpoint(world: World, visit: CheckpointVisit): FastifyReply | null {
  const account = stoppedHere(world, visit);
  return account?.checkpoint ? sendCheckpoint(world, visit.reply, account, account.checkpoint) : null;
}

/**
 * Handles a button press on the account's checkpoint. Clears the checkpoint if a button can clear it. Returns null if
 * the account has no checkpoint at this path.
 */
export function answerCheckpoint(world: World, visit: CheckpointVisit): FastifyReply | null {
  const account = stoppedHere(world, visit);
  if (!account?.checkpoint) return null;
  if (checkpoints[account.checkpoint].buttons) passCheckpoint(world, account);
  return visit.reply.redirect('/', 303);
}

/** Clears the account's checkpoint as if the owner had passed it, so that current rules for it no longer apply to the account. */
export function passCheckpoint(world: World, account: Account): void {
  if (account.checkpoint !== null) world.faults.settle(account.checkpoint, account.username);
  account.checkpoint = null;
}

function stoppedHere(world: World, { request, path }: CheckpointVisit): Account | null {
  const account = accountOf(world, request);
  return account?.checkpoint && pathsOf(checkpoints[account.checkpoint]).includes(path) ? account : null;
}

export function sendCheckpoint(
  world: World,
  reply: FastifyReply,
  account: Account,
  name: CheckpointName,
): FastifyReply {
  const checkpoint = checkpoints[name];
  const language = languageOf(world, account);
  const view = { kind: 'checkpoint' as const, waits: checkpoint.waits === true };
  return sendPlain(reply, { language, view, content: checkpointContent(checkpoint, language.texts) });
}

function checkpointContent(checkpoint: Checkpoint, texts: Texts): Html {
  const { title, lines, fields = [], buttons = [], deadButton, isSignedOut = false } = checkpoint;
  const labels = deadButton === undefined ? buttons : [...buttons, deadButton];
  const form = html`<form method="post" action="${pathOf(checkpoint.address)}/">
    ${fields.map((field) => inputOf(field, texts))}
    ${labels.map((label) => html`<button type="submit">${texts[label]}</button>`)}
  </form>`;
  return html`<section class="card">
    <h2>${texts[title]}</h2>
    ${lines.map((line) => html`<p>${texts[line]}</p>`)} ${labels.length === 0 ? nothing : form}
    ${isSignedOut ? html`<a href="/accounts/login/">${texts.logIn}</a>` : nothing}
  </section>`;
}

function inputOf({ name, label, type }: CheckpointField, texts: Texts): Html {
  return html`<input type="${type}" name="${name}" aria-label="${texts[label]}" autocomplete="off" />`;
}
