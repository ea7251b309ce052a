import type { FastifyRequest } from 'fastify';
import { languageOfBrowser, pageLanguage } from '../texts/languages.ts';
import type { PageLanguage } from '../texts/languages.ts';
import { withWording, wordings } from '../texts/wordings.ts';
import type { Account } from '../world/world.types.ts';
import type { World } from '../world/world.ts';

/** Returns the language of the pages for a signed-in account. */
export function languageOf(world: World, account: Account): PageLanguage {
  const name = world.isOn('unknown_language', account) ? 'fi' : account.language;
  let language = pageLanguage(name);
  for (const fault of ['british_english', 'spanish_new_words'] as const) {
    const wording = wordings[fault];
    if (wording.of === name && world.isOn(fault, account)) language = withWording(language, wording);
  }
  return world.isOn('language_in_data', account) ? { ...language, lang: '' } : language;
}

/** Returns the language of logged-out pages. */
export function languageOfVisitor(world: World, request: FastifyRequest): PageLanguage {
  const language = pageLanguage(world.siteLanguage ?? languageOfBrowser(request.headers['accept-language']));
  return world.isOn('language_in_data', null) ? { ...language, lang: '' } : language;
}
