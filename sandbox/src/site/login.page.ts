import type { FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../world/world.ts';
import { nextOf } from './checkpoints/code.pages.ts';
import type { LoginView } from './page-data.ts';
import { languageOfVisitor } from './page-language.ts';
import { pageShell } from './page-shell.ts';

const cookieDialogs = ['cookie_dialog', 'cookie_dialog_2022', 'cookie_dialog_2020'] as const;

/** Sends the logged-out page: the sign-in form, or a landing page before it. */
export function sendLoggedOut(world: World, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOfVisitor(world, request);
  const page = pageShell({
    title: 'Instagram',
    language,
    data: {
      texts: language.texts,
      view: loginView(world, nextOf(request)),
      dialogs: cookieDialogs.filter((name) => world.isOn(name, null)),
      laterPromptMs: null,
      lateBadge: null,
    },
  });
  return reply.type('text/html; charset=utf-8').send(page);
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
    next,
    lastUser,
  };
}

function landingOf(world: World): LoginView['landing'] {
  if (world.isOn('login_remembered', null)) return 'remembered';
  if (world.isOn('login_chooser', null)) return 'chooser';
  return world.isOn('marketing_page', null) ? 'marketing' : 'form';
}
