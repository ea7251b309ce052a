import type { Locators, SiteTexts } from '../pack/page-pack.schema.ts';
import * as account from './account.script.ts';
import * as action from './action.script.ts';
import * as author from './author.script.ts';
import * as chat from './chat.script.ts';
import * as elements from './elements.script.ts';
import * as head from './head.script.ts';
import * as inbox from './inbox.script.ts';
import * as login from './login.script.ts';
import * as pageData from './page-data.script.ts';
import * as profile from './profile.script.ts';
import * as search from './search.script.ts';
import * as structure from './structure.script.ts';
import type { Target } from './target.script.ts';
import * as targets from './target.script.ts';
import * as view from './view.script.ts';

/*
 * The functions are sent to the page as source text and call each other by name there. A bundler may rename them, but must
 * not wrap them (esbuild: no --keep-names).
 */
const library = [
  elements,
  pageData,
  head,
  author,
  chat,
  profile,
  search,
  view,
  login,
  inbox,
  targets,
  action,
  account,
  structure,
]
  .flatMap((module) => Object.values<unknown>(module))
  .map(String)
  .join('\n');

const texts = `${pageData.textsOfPage.name}(locators, siteTexts)`;
const json = (value: unknown): string => JSON.stringify(value);

/** What is read from a page and done on it, as source text. */
export type PageScript = ReturnType<typeof createPageScript>;

export function createPageScript(locators: Locators, siteTexts: Record<string, SiteTexts>) {
  const given = json({ locators, siteTexts });
  /** Uses the function's current name, which a bundler may have changed. */
  const call = (work: { name: string }, ...args: string[]): string =>
    `(() => {${library}\nconst { locators, siteTexts } = ${given};\nreturn ${work.name}(${args.join(', ')});\n})()`;
  return {
    view: call(view.readView, 'locators', texts),
    account: call(account.readAccount, 'locators'),
    inbox: call(inbox.readInbox, 'locators'),
    writers: call(inbox.countWriters, 'locators', texts),
    structure: call(structure.readStructure),
    aim: (target: Target) => call(action.aim, 'locators', texts, json(target)),
    guardKeys: (target: Target) => call(action.guardKeys, 'locators', texts, json(target)),
    guardEnter: (expected: { handle: string; text: string; until: number }) =>
      call(action.guardEnter, 'locators', texts, json(expected)),
    releaseGuard: call(action.releaseGuard),
    isFocused: (target: Target) => call(targets.isFocused, 'locators', texts, json(target)),
    scrollUp: (handle: string) => call(action.scrollUp, 'locators', texts, json(handle)),
  };
}
