import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Texts } from '../texts/en.ts';
import { appendMessage } from '../world/thread.ts';
import type { Account, Person } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import type { DockView, PersonView, ProfileView } from './page-data.ts';
import { languageOf, languageOfVisitor } from './page-language.ts';
import { sendPlain, sendSignedIn } from './page.reply.ts';

export function sendProfile(world: World, reply: FastifyReply, account: Account, username: string): FastifyReply {
  const texts = languageOf(world, account).texts;
  const known = world.people.get(username);
  const isMissing = world.isOn('profile_missing', account, known);
  if (username === account.username && !isMissing) return sendOwnProfile(world, reply, account, texts);
  const person = known ?? (world.accounts.has(username) ? world.others.get(username) : undefined);
  if (person && world.isOn('not_found_new', account, person)) {
    return sendMissing(world, reply, account, {
      title: texts.profileNotAvailable,
      hint: texts.profileNotAvailableHint,
    });
  }
  if (isMissing || !person || world.isOn('not_found', account, person)) {
    return sendMissing(world, reply, account, { title: texts.notAvailable, hint: texts.notAvailableHint });
  }
  if (world.isOn('profile_to_feed', account, person) || world.isOn('profile_strays', account, person))
    return reply.redirect('/');
  if (world.isOn('stories_page', account, person)) return reply.redirect(`/stories/${username}/3481500022/`);
  const view = profileView(world, account, person);
  return sendSignedIn(reply, {
    world,
    account,
    person,
    view,
    content: profileContent(texts, person, view.isPrivate),
    title: `${person.name} (@${person.username}) • Instagram`,
  });
}

/** Sends a profile to a visitor who isn't signed in, if such visitors may see profiles. Otherwise, returns null. */
export function sendPublicProfile(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  username: string,
): FastifyReply | null {
  const person = world.people.get(username);
  if (!person || !world.isOn('public_profiles', null)) return null;
  const language = languageOfVisitor(world, request);
  const { texts } = language;
  const content = html`<a href="/accounts/login/?next=${encodeURIComponent(request.url)}">${texts.logIn}</a>
    ${profileContent(texts, person, false)}`;
  return sendPlain(reply, { language, view: { kind: 'plain' }, content });
}

function profileView(world: World, account: Account, person: Person): ProfileView {
  const isHidden =
    world.isOn('private_no_button', account, person) || world.isOn('message_button_missing', account, person);
  const late = world.hit('late_profile_buttons', account, person);
  const lateMenu = world.hit('late_menu', account, person);
  const inMenu = world.isOn('message_in_menu', account, person);
  return {
    kind: 'profile',
    person: profileOf(person),
    message: isHidden ? 'hidden' : inMenu ? 'menu' : 'button',
    opens: world.isOn('full_page_thread', account) ? 'thread' : 'docked',
    strayThread: world.isOn('message_to_inbox', account, person) ? threadWithOther(world, account, person) : null,
    dock: dockOf(world, account),
    hasStories: world.isOn('stories_over_profile', account, person),
    hasLinks: world.isOn('profile_links', account, person),
    hasInterstitial: world.isOn('business_interstitial', account, person),
    promptMidClick: world.isOn('prompt_mid_click', account, person),
    isPrivate: world.isOn('private', account, person) || world.isOn('private_no_button', account, person),
    buttonsMs: late ? world.delay(late, 3000) : 0,
    menuMs: lateMenu ? world.delay(lateMenu, 2000) : 0,
    leftover: leftoverFor(world, account, person),
  };
}

/**
 * Returns the thread of a leftover chat with a different person or a group, and creates the thread if necessary. Returns null if the
 * page has no leftover chat.
 */
function leftoverFor(world: World, account: Account, person: Person): string | null {
  if (world.isOn('leftover_group', account, person)) return leftoverGroup(world, account, person);
  return world.isOn('leftover_chat', account) ? threadWithOther(world, account, person) : null;
}

function threadWithOther(world: World, account: Account, person: Person): string | null {
  const other = [...world.people.values()].find((candidate) => candidate !== person);
  return other ? world.threadWith(account, other).id : null;
}

function dockOf(world: World, account: Account): DockView {
  if (world.isOn('docked_pagelet', account)) return 'IGDChatTabsRootContentOffMsys';
  return world.isOn('docked_pagelet_old', account) ? 'IGDChatTabsRootContent' : null;
}

export function profileOf({ username, name }: Person): PersonView {
  return { username, name, href: `/${username}/` };
}

function leftoverGroup(world: World, account: Account, person: Person): string {
  const thread = world.threadWith(account, world.groupOf(person));
  if (thread.messages.length === 0) appendMessage(thread, { kind: 'theirs', text: 'Who wants to come along?' });
  return thread.id;
}

function profileContent(texts: Texts, person: Person, isPrivate: boolean): Html {
  const closed = html`<div class="private">
    <h2>${texts.privateAccount}</h2>
    <p>${texts.privateHint}</p>
  </div>`;
  return html`<section class="profile">
    <header id="profile-header">
      <div class="face">${person.name.slice(0, 1)}</div>
      <div class="about">
        <div class="line" id="profile-actions"><h2 dir="auto">${person.username}</h2></div>
        <ul>
          <li>128 ${texts.posts}</li>
          <li>2,345 ${texts.followers}</li>
          <li>310 ${texts.following}</li>
        </ul>
        <span dir="auto">${person.name}</span>
      </div>
    </header>
    ${isPrivate ? closed : html`<div class="grid">${Array.from({ length: 6 }, () => html`<div></div>`)}</div>`}
  </section>`;
}

function sendOwnProfile(world: World, reply: FastifyReply, account: Account, texts: Texts): FastifyReply {
  const about = html`<div class="face">${account.name.slice(0, 1)}</div>
    <div class="about">
      <div class="line">
        <h2>${account.username}</h2>
        <a role="button" href="/accounts/edit/">${texts.editProfile}</a>
      </div>
      <span>${account.name}</span>
    </div>`;
  const isBare = world.isOn('own_header_missing', account);
  const content = html`<section class="profile">
    ${isBare ? html`<div>${about}</div>` : html`<header>${about}</header>`}
  </section>`;
  return sendSignedIn(reply, { world, account, view: { kind: 'plain' }, content });
}

function sendMissing(
  world: World,
  reply: FastifyReply,
  account: Account,
  text: { title: string; hint: string },
): FastifyReply {
  const content = html`<section class="missing">
    <h2>${text.title}</h2>
    <p>${text.hint}</p>
  </section>`;
  return sendSignedIn(reply, { world, account, view: { kind: 'plain' }, content });
}
