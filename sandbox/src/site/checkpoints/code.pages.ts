import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Texts } from '../../texts/en.ts';
import { fill } from '../../texts/languages.ts';
import { startSession } from '../../world/session.ts';
import type { Account } from '../../world/world.types.ts';
import type { World } from '../../world/world.ts';
import { html, nothing } from '../html.ts';
import type { Html } from '../html.ts';
import { languageOfVisitor } from '../page-language.ts';
import { sendPlain } from '../page.reply.ts';
import type { CheckpointVisit } from './checkpoint.pages.ts';

type CodeKind = NonNullable<Account['pendingCode']>;

const codeByPath: Record<string, CodeKind> = {
  '/accounts/login/two_factor': 'two_factor',
  '/accounts/login/two_step_verification': 'two_step',
  '/two_step_verification/two_factor': 'two_step',
  '/auth_platform/codeentry': 'code_entry',
};

export const codePaths: readonly string[] = Object.keys(codeByPath);

const rightCode = '123456';

/** Shows the page that asks for a code after the password was accepted. Returns null if no sign-in is waiting for a code. */
export function showCode(world: World, visit: CheckpointVisit): FastifyReply | null {
  const account = pendingAccount(world, visit);
  return account && sendCode(world, visit, { account, isWrong: false });
}

export function enterCode(world: World, visit: CheckpointVisit): FastifyReply | null {
  const account = pendingAccount(world, visit);
  if (!account) return null;
  const { code } = z.object({ code: z.string() }).parse(visit.request.body);
  if (code.trim() !== rightCode) return sendCode(world, visit, { account, isWrong: true });
  account.pendingCode = null;
  startSession(world, account, visit.reply);
  return visit.reply.redirect(nextOf(visit.request), 303);
}

type Asking = { account: Account; isWrong: boolean };

function sendCode(
  world: World,
  { request, reply, path }: CheckpointVisit,
  { account, isWrong }: Asking,
): FastifyReply | null {
  const kind = codeByPath[path];
  if (!kind) return null;
  const language = languageOfVisitor(world, request);
  const content = codeContent(language.texts, kind, { name: account.username, isWrong, action: request.url });
  return sendPlain(reply, { language, view: { kind: 'plain' }, content });
}

function codeContent(texts: Texts, kind: CodeKind, at: { name: string; isWrong: boolean; action: string }): Html {
  const title = kind === 'code_entry' ? texts.emailCodeTitle : texts.codeTitle;
  const hint = kind === 'code_entry' ? html`<p>${fill(texts.emailCodeHint, { name: at.name })}</p>` : nothing;
  const error = at.isWrong ? html`<p id="twoFactorErrorAlert" role="alert">${texts.wrongCode}</p>` : nothing;
  const field =
    kind === 'two_factor'
      ? html`<input name="verificationCode" aria-label="${texts.securityCode}" autocomplete="off" />`
      : html`<label>${texts.code}<input name="code" autocomplete="off" /></label>`;
  return html`<section class="card">
    <h2>${title}</h2>
    ${hint}${error}
    <form method="post" action="${at.action}">${field}<button type="submit">${texts.confirm}</button></form>
  </section>`;
}

export function onetapContent(texts: Texts, next: string): Html {
  return html`<section class="card">
    <h2>${texts.saveLoginTitle}</h2>
    <p>${texts.saveLoginHint}</p>
    <form method="get" action="${next}"><button type="submit">${texts.saveInfo}</button></form>
    <a role="button" tabindex="0" href="${next}">${texts.notNow}</a>
  </section>`;
}

function pendingAccount(world: World, { request }: CheckpointVisit): Account | null {
  const username = /(?:^|;\s*)pending=([^;]+)/u.exec(request.headers.cookie ?? '')?.[1];
  const account = username === undefined ? undefined : world.accounts.get(username);
  return account?.pendingCode ? account : null;
}

/**
 * Returns the path of the page to open next, from the query string. Returns `/` if the query string has no path on this site.
 */
export function nextOf(request: FastifyRequest): string {
  const next = new URL(request.url, 'http://localhost').searchParams.get('next') ?? '/';
  return next.startsWith('/') && !next.startsWith('//') ? next : '/';
}
