import { locators } from '../locators.ts';
import { siteTexts } from '../texts/languages.ts';
import * as account from './account.script.ts';
import * as action from './action.script.ts';
import * as chat from './chat.script.ts';
import * as elements from './elements.script.ts';
import * as login from './login.script.ts';
import type { Target } from './target.script.ts';
import * as targets from './target.script.ts';
import * as view from './view.script.ts';

/*
 * The functions are sent to the page as source text and call each other by name there. A bundler may rename them, but must
 * not wrap them (esbuild: no --keep-names).
 */
const library = [elements, chat, view, login, targets, action, account]
  .flatMap((module) => Object.values<unknown>(module))
  .map(String)
  .join('\n');
const given = JSON.stringify({ locators, siteTexts });

function script(call: string): string {
  return `(() => {${library}\nconst { locators, siteTexts } = ${given};\n${call}\n})()`;
}

/** Uses the function's current name, which a bundler may have changed. */
function call(work: { name: string }, ...args: string[]): string {
  return script(`return ${work.name}(${args.join(', ')});`);
}

const texts = `${elements.textsOfPage.name}(siteTexts)`;
const json = (value: unknown): string => JSON.stringify(value);

export const pageScript = {
  view: call(view.readView, 'locators', texts),
  account: call(account.readAccount, 'locators'),
  aim: (target: Target) => call(action.aim, 'locators', texts, json(target)),
  guardKeys: (target: Target) => call(action.guardKeys, 'locators', texts, json(target)),
  guardEnter: (expected: { handle: string; text: string; until: number }) =>
    call(action.guardEnter, 'locators', texts, json(expected)),
  releaseGuard: call(action.releaseGuard),
  isFocused: (target: Target) => call(targets.isFocused, 'locators', texts, json(target)),
  scrollUp: (handle: string) => call(action.scrollUp, 'locators', texts, json(handle)),
};
