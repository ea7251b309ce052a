import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GateName } from '../faults/fault.catalogue.ts';
import type { Texts } from '../texts/en.ts';
import { fill, languageOfBrowser, textsOf } from '../texts/languages.ts';
import { accountOf, startSession } from '../world/session.ts';
import type { Account } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import { html, nothing } from './html.ts';
import type { Html } from './html.ts';
import { pageShell } from './page-shell.ts';

interface GateText {
  title: string;
  hint: string;
  button: string | null;
}

function gateText(gate: GateName, texts: Texts): GateText {
  switch (gate) {
    case 'challenge':
      return { title: texts.challengeTitle, hint: texts.challengeHint, button: texts.thisWasMe };
    case 'checkpoint':
      return { title: texts.checkpointTitle, hint: texts.checkpointHint, button: texts.confirm };
    case 'captcha':
      return { title: texts.captchaTitle, hint: texts.captchaHint, button: texts.confirm };
    case 'suspended':
      return { title: texts.suspendedTitle, hint: texts.suspendedHint, button: null };
    case 'disabled':
      return { title: texts.disabledTitle, hint: texts.disabledHint, button: null };
    case 'scraping_warning':
      return { title: texts.scrapingTitle, hint: texts.scrapingHint, button: texts.dismiss };
    case 'consent':
      return { title: texts.consentTitle, hint: texts.consentHint, button: texts.agree };
    case 'unusual_login':
      return { title: texts.unusualLoginTitle, hint: texts.challengeHint, button: texts.thisWasMe };
    case 'change_password':
      return { title: texts.changePasswordTitle, hint: texts.changePasswordHint, button: texts.confirm };
    case 'challenge_picker':
      return { title: texts.emailCodeTitle, hint: texts.challengeHint, button: texts.confirm };
  }
}

const gateByPath: Record<string, GateName> = {
  '/challenge': 'challenge',
  '/checkpoint': 'checkpoint',
  '/auth_platform/recaptcha': 'captcha',
  '/accounts/suspended': 'suspended',
  '/accounts/disabled': 'disabled',
  '/accounts/scraping_warning': 'scraping_warning',
  '/consent': 'consent',
  '/privacy/consent': 'consent',
  '/challenge/unusual_login': 'unusual_login',
  '/challenge/change_password': 'change_password',
  '/auth_platform/challengepicker': 'challenge_picker',
};

/** Checkpoints that only a person may pass. The buttons work, so that a person can continue. */
export function gatePages(app: FastifyInstance, world: World): void {
  for (const [path, gate] of Object.entries(gateByPath)) {
    app.get(path, (request, reply) => {
      const account = accountOf(world, request);
      if (account?.gate !== gate) return reply.redirect('/');
      return sendGate(reply, account, gate, path);
    });
    app.post(path, (request, reply) => {
      const account = accountOf(world, request);
      if (account?.gate === gate) {
        account.gate = null;
        world.faults.settle(gate, account.username);
      }
      return reply.redirect('/', 303);
    });
  }
  for (const [path, kind] of Object.entries(codeByPath)) codePage(app, world, { path, kind });
  app.get('/accounts/onetap', (request, reply) => {
    const account = accountOf(world, request);
    return account
      ? sendPlain(reply, account, onetapContent(textsOf(account.language), nextOf(request)))
      : reply.redirect('/');
  });
}

/** A page that replaces another one; its button leads to `path`. */
export function sendGate(reply: FastifyReply, account: Account, gate: GateName, path: string): FastifyReply {
  return sendPlain(reply, account, gateContent(gate, textsOf(account.language), path));
}

const newPassword = html`<input type="password" name="new_password" autocomplete="off" />
  <input type="password" name="new_password_again" autocomplete="off" />`;

function gateContent(gate: GateName, texts: Texts, path: string): Html {
  const { title, hint, button } = gateText(gate, texts);
  const form =
    button === null
      ? nothing
      : html`<form method="post" action="${path}/">
          ${gate === 'change_password' ? newPassword : nothing}<button type="submit">${button}</button>
        </form>`;
  return html`<section class="gate">
    <h2>${title}</h2>
    <p>${hint}</p>
    ${form}
  </section>`;
}

function onetapContent(texts: Texts, next: string): Html {
  return html`<section class="gate">
    <h2>${texts.saveLoginTitle}</h2>
    <p>${texts.saveLoginHint}</p>
    <form method="get" action="${next}"><button type="submit">${texts.saveInfo}</button></form>
    <a role="button" tabindex="0" href="${next}">${texts.notNow}</a>
  </section>`;
}

const codeByPath: Record<string, NonNullable<Account['pendingCode']>> = {
  '/accounts/login/two_factor': 'two_factor',
  '/accounts/login/two_step_verification': 'two_step',
  '/two_step_verification/two_factor': 'two_step',
  '/auth_platform/codeentry': 'code_entry',
};

const rightCode = '123456';

function codePage(
  app: FastifyInstance,
  world: World,
  { path, kind }: { path: string; kind: NonNullable<Account['pendingCode']> },
): void {
  const show = (request: FastifyRequest, reply: FastifyReply, isWrong: boolean) => {
    const account = pendingAccount(world, request);
    if (!account) return reply.redirect('/accounts/login/');
    const language = world.siteLanguage ?? languageOfBrowser(request.headers['accept-language']);
    return sendPlain(
      reply,
      { language },
      codeContent(textsOf(language), kind, { name: account.username, isWrong, action: request.url }),
    );
  };
  app.get(path, (request, reply) => show(request, reply, false));
  app.post(path, (request, reply) => {
    const account = pendingAccount(world, request);
    const { code } = z.object({ code: z.string() }).parse(request.body);
    if (!account || code.trim() !== rightCode) return show(request, reply, true);
    account.pendingCode = null;
    startSession(world, account, reply);
    return reply.redirect(nextOf(request), 303);
  });
}

function codeContent(
  texts: Texts,
  kind: NonNullable<Account['pendingCode']>,
  at: { name: string; isWrong: boolean; action: string },
): Html {
  const title = kind === 'code_entry' ? texts.emailCodeTitle : texts.codeTitle;
  const hint = kind === 'code_entry' ? html`<p>${fill(texts.emailCodeHint, { name: at.name })}</p>` : nothing;
  const error = at.isWrong ? html`<p id="twoFactorErrorAlert" role="alert">${texts.wrongCode}</p>` : nothing;
  const field =
    kind === 'two_factor'
      ? html`<input name="verificationCode" aria-label="${texts.securityCode}" autocomplete="off" />`
      : html`<label>${texts.code}<input name="code" autocomplete="off" /></label>`;
  return html`<section class="gate">
    <h2>${title}</h2>
    ${hint}${error}
    <form method="post" action="${at.action}">${field}<button type="submit">${texts.confirm}</button></form>
  </section>`;
}

function pendingAccount(world: World, request: FastifyRequest): Account | null {
  const username = /(?:^|;\s*)pending=([^;]+)/u.exec(request.headers.cookie ?? '')?.[1];
  const account = username === undefined ? undefined : world.accounts.get(username);
  return account?.pendingCode ? account : null;
}

function nextOf(request: FastifyRequest): string {
  const next = new URL(request.url, 'http://localhost').searchParams.get('next') ?? '/';
  return next.startsWith('/') && !next.startsWith('//') ? next : '/';
}

function sendPlain(reply: FastifyReply, { language }: Pick<Account, 'language'>, content: Html): FastifyReply {
  const data = {
    texts: textsOf(language),
    view: { kind: 'plain' as const },
    dialogs: [],
    laterPromptMs: null,
    lateBadge: null,
  };
  return reply.type('text/html; charset=utf-8').send(pageShell({ title: 'Instagram', language, content, data }));
}
