import type { FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../world/world.ts';
import type { DialogName, LoginView } from './page-data.ts';
import { languageOfVisitor } from './page-language.ts';
import { pageShell } from './page-shell.ts';

const cookieDialogs: DialogName[] = ['cookie_dialog', 'cookie_dialog_2022', 'cookie_dialog_2020'];

/** Sends the logged-out page: the sign-in form, or a landing page before it. */
export function sendLoggedOut(world: World, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOfVisitor(world, request);
  const next = new URL(request.url, 'http://localhost').searchParams.get('next') ?? '/';
  const page = pageShell({
    title: 'Instagram',
    language,
    data: {
      texts: language.texts,
      view: loginView(world, next),
      dialogs: cookieDialogs.filter((name) => isCookieDialog(name) && world.isOn(name, null)),
      laterPromptMs: null,
      lateBadge: null,
    },
  });
  return reply.type('text/html; charset=utf-8').send(page);
}

function isCookieDialog(name: DialogName): name is 'cookie_dialog' | 'cookie_dialog_2022' | 'cookie_dialog_2020' {
  return name.startsWith('cookie_dialog');
}

function loginView(world: World, next: string): LoginView {
  const names = world.isOn('login_names_absent', null)
    ? 'none'
    : world.isOn('login_names_old', null)
      ? 'username'
      : 'email';
  const lastUser = world.accounts.keys().next().value ?? null;
  return {
    kind: 'login',
    names,
    landing: landingOf(world),
    hasNewWords: world.isOn('login_new_words', null),
    hasExtraButtons: world.isOn('login_extra_buttons', null),
    hasPlainError: world.isOn('login_error_plain', null),
    next: next.startsWith('/') && !next.startsWith('//') ? next : '/',
    lastUser,
  };
}

function landingOf(world: World): LoginView['landing'] {
  if (world.isOn('login_remembered', null)) return 'remembered';
  if (world.isOn('login_chooser', null)) return 'chooser';
  return world.isOn('marketing_page', null) ? 'marketing' : 'form';
}
