import type { PageCall } from '../../../../browser/page.ts';
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
 * The agent sends these functions to the page as source text. There, they call each other by name. A bundler may rename them, but must not
 * wrap them (rolldown: no `keepNames`).
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

const json = (value: unknown): string => JSON.stringify(value);

/** Calls to the functions that read a page and act on it. */
export type PageScript = ReturnType<typeof createPageScript>;

export function createPageScript(locators: Locators, siteTexts: Record<string, SiteTexts>) {
  const texts = `${pageData.textsOfPage.name}(locators, siteTexts)`;
  /** The functions that the agent can call, each with the source code of its first arguments. The call's own arguments come after them. */
  const entries = {
    readView: [view.readView, 'locators', texts],
    readAccount: [account.readAccount, 'locators'],
    readInbox: [inbox.readInbox, 'locators'],
    countWriters: [inbox.countWriters, 'locators', texts],
    readStructure: [structure.readStructure],
    aim: [action.aim, 'locators', texts],
    guardKeys: [action.guardKeys, 'locators', texts],
    guardEnter: [action.guardEnter, 'locators', texts],
    releaseGuard: [action.releaseGuard],
    isFocused: [targets.isFocused, 'locators', texts],
    scrollUp: [action.scrollUp, 'locators', texts],
  } satisfies Record<string, [{ name: string }, ...string[]]>;
  // Use each function's current name, because a bundler may have changed it.
  const functions = Object.entries(entries).map(
    ([name, [work, ...first]]) => `${name}: (...given) => ${work.name}(${[...first, '...given'].join(', ')})`,
  );
  const given = json({ locators, siteTexts });
  const source = `(() => {${library}\nconst { locators, siteTexts } = ${given};\nreturn { ${functions.join(', ')} };\n})()`;
  const call = (name: keyof typeof entries, ...args: unknown[]): PageCall => ({ source, name, args });
  return {
    view: call('readView'),
    account: call('readAccount'),
    inbox: call('readInbox'),
    writers: call('countWriters'),
    structure: call('readStructure'),
    aim: (target: Target) => call('aim', target),
    guardKeys: (target: Target) => call('guardKeys', target),
    guardEnter: (expected: { handle: string; text: string; until: number }) => call('guardEnter', expected),
    releaseGuard: call('releaseGuard'),
    isFocused: (target: Target) => call('isFocused', target),
    scrollUp: (handle: string) => call('scrollUp', handle),
  };
}
