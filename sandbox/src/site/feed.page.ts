import type { FastifyReply } from 'fastify';
import type { Texts } from '../texts/en.ts';
import type { Person } from '../world/world.types.ts';
import type { World } from '../world/world.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { languageOf } from './page-language.ts';
import { sendSignedIn } from './page.reply.ts';
import type { Visit } from './signed-in.route.ts';

const postsShown = 3;

/** Sends the feed. Each post has a header with a "…" menu, as a profile does. */
export function sendFeed(world: World, { reply, account }: Visit): FastifyReply {
  const { texts } = languageOf(world, account);
  const posts = [...world.people.values()].slice(0, postsShown).map((person) => postOf(person, texts));
  const content = html`<section class="feed">${posts.length > 0 ? posts : html`<p>${texts.feedEmpty}</p>`}</section>`;
  return sendSignedIn(reply, { world, account, view: { kind: 'feed' }, content });
}

function postOf({ username }: Person, texts: Texts): Html {
  return html`<article>
    <header class="line">
      <a href="/${username}/" role="link">${username}</a>
      <div role="button" tabindex="0" class="more"><svg role="img" aria-label="${texts.options}"></svg></div>
    </header>
    <div class="picture"></div>
  </article>`;
}
