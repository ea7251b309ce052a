import { createPageScript, type PageScript } from '../page-script/page.script.ts';
import {
  callKeys,
  locatorChains,
  locatorNames,
  locatorUnions,
  packSchema,
  stopTextKeys,
  textKeys,
  type Calls,
  type Findings,
  type LanguageLevel,
  type Locators,
  type PackContent,
  type SiteTexts,
} from './page-pack.schema.ts';

type PackLanguage = { name: string; level: LanguageLevel; texts: SiteTexts };

/** A page pack that has been validated and prepared for use. */
export type PagePack = {
  version: string;
  /** The languages, by language code. */
  languages: ReadonlyMap<string, PackLanguage>;
  /** The English texts. Pages in an unknown language are compared with these texts. */
  english: SiteTexts;
  script: PageScript;
  /** Names of requests that the page itself sends to Instagram's server. */
  calls: Calls;
};

function tableOf<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value): Record<Key, Value>;
function tableOf<Value>(keys: readonly string[], valueOf: (key: string) => Value): Record<string, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)]));
}

function wordsIn(findings: Findings, key: string): string[] {
  return (findings[key] ?? []).map(({ text }) => text);
}

function locatorsOf({ locators }: PackContent): Locators {
  return {
    ...tableOf(locatorChains, (key) => wordsIn(locators, key)),
    ...tableOf([...locatorUnions, ...locatorNames], (key) => wordsIn(locators, key).join(', ')),
  };
}

function textsOf(findings: Findings): SiteTexts {
  const stops = [...stopTextKeys, 'rateLimit'].flatMap((key) => wordsIn(findings, key));
  return { ...tableOf(textKeys, (key) => wordsIn(findings, key)), stops };
}

/** Validates a pack and prepares it for use. Throws a `ZodError` that says what is wrong with the pack. */
export function readPack(data: unknown): PagePack {
  const content = packSchema.parse(data);
  const languages = new Map(
    content.languages.map(({ language, name, level, texts }): [string, PackLanguage] => [
      language,
      { name, level, texts: textsOf(texts) },
    ]),
  );
  const english = languages.get('en')?.texts;
  if (english === undefined) throw new Error('The page pack has no English texts');
  const texts = Object.fromEntries([...languages].map(([code, language]) => [code, language.texts]));
  const script = createPageScript(locatorsOf(content), texts);
  const calls = tableOf(callKeys, (key) => wordsIn(content.locators, key));
  return { version: content.version, languages, english, script, calls };
}
