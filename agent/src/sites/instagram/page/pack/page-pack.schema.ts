import { pagePackVersionSchema } from '@sandpiper/contract/page-pack';
import { z } from 'zod';
import { isSelector } from './selector-syntax.ts';

/*
 * A page pack describes Instagram's pages: the elements' selectors, and the texts in each language. The built-in pack consists of
 * data files in `agent/pages`. Packs are separate from the code, so that the server can offer a newer pack.
 */

/**
 * Keys of texts. For the keys up to `sending`, a label on the page must equal one of the texts. From `failedToSend` on, except for
 * `composer`, the text on the page only has to contain one of them.
 */
const ordinaryKeys = [
  'message',
  'sendMessage',
  'options',
  /** Items in the "…" menu of a profile. */
  'profileMenu',
  'close',
  'newMessage',
  'openChat',
  'sendRequest',
  'notNow',
  'logIn',
  'useAnotherProfile',
  'declineCookies',
  'acceptCookies',
  'sending',
  'failedToSend',
  /** The beginning of the message box's label or placeholder. */
  'composer',
  'cookieTitle',
  'conversationLabel',
  'missingPage',
  'privateAccount',
  'refusesRequests',
  'limited',
  'cannotMessage',
  'goneUser',
  'invitePending',
  'wroteFirst',
  'noAccountFound',
  /**
   * Texts that say that Instagram is slowing the account down. "Try again later" doesn't belong here, because harmless errors contain
   * that text too.
   */
  'rateLimit',
  /** Notices that the agent may close, because they aren't about the account. */
  'harmless',
  /** Texts that say that Instagram isn't working. Reopening the page may help. */
  'brokenPage',
  'wrongPassword',
  'signInProblem',
  /**
   * Texts that say that the sign-in must be approved on another device. The agent looks for them only on pages for confirming a sign-in.
   */
  'approvalWanted',
] as const;

/**
 * Keys of texts on pages and dialogs that only the owner can get past. The texts identify the pages that can't be identified by their
 * URL. The most severe texts come first, because the page for a suspended account also asks for confirmation.
 */
export const stopTextKeys = [
  'suspended',
  'disabled',
  'appealPending',
  'automationWarning',
  'riskyContact',
  'passwordExposed',
  'identityWanted',
  'confirmHuman',
  'codeByPhone',
  'codeWanted',
  'recoveryWanted',
  'confirmWanted',
  'termsWanted',
  'signUpPage',
] as const;
export type StopTextKey = (typeof stopTextKeys)[number];

/** The keys of all texts in a language. */
export const textKeys = [...ordinaryKeys, ...stopTextKeys] as const;
export type TextKey = (typeof textKeys)[number];

/**
 * One language's texts, without their sources. Most comparisons ignore case and differences in whitespace. `stops`: all texts that
 * stop an account.
 */
export type SiteTexts = Record<TextKey | 'stops', string[]>;

/**
 * Alternative selectors in order of preference. There are several, because accounts see different page layouts. Those for newer
 * layouts come first.
 */
export const locatorChains = ['loginUser', 'composers', 'lists', 'inboxLists'] as const;
/** Alternative selectors that are used together. An element needs to match only one of them. */
export const locatorUnions = [
  'dialog',
  'modal',
  'button',
  'password',
  'pageData',
  'navigationLink',
  'inboxLink',
  'progress',
  'bubbles',
  /** The header of a conversation. */
  'heads',
  /** The containers of docked conversations. */
  'docks',
  /** The help link about message requests that haven't been accepted. */
  'requestHelp',
  'queryBox',
  /** The search field, in layouts where it has no name. */
  'searchField',
  /** An element that only the new-message dialog contains. */
  'searchSign',
  'searchResult',
  'inboxRows',
  'unreadRow',
] as const;
/** Names of entries in the page's initial data: one with the signed-in account, and one with the language. */
export const locatorNames = ['viewerKey', 'localeKey'] as const;

/**
 * Names of requests that the page itself sends to Instagram's server: the one that sends a message, and those that list a
 * conversation's messages.
 */
export const callKeys = ['sendCall', 'threadCalls'] as const;
export type Calls = Record<(typeof callKeys)[number], string[]>;

export type Locators = Record<(typeof locatorChains)[number], string[]> &
  Record<(typeof locatorUnions)[number] | (typeof locatorNames)[number], string>;

/**
 * What the agent may do in a language. `full`: everything. `witness`: send, and rely on the responses from Instagram's server, because the
 * texts of refusals aren't known. `read`: only count unread conversations and check whether the account is signed in, for which the
 * agent needs no texts.
 */
export const languageLevels = ['full', 'witness', 'read'] as const;
export type LanguageLevel = (typeof languageLevels)[number];

/**
 * `sure` rates the evidence. `H`: the text was seen on the live site on a known date, or in several independent sources. `M`: it
 * was seen in one good source. `L`: it's old or inferred.
 */
const findingSchema = z.object({
  text: z.string().min(1).max(300),
  source: z.string().min(1).max(100),
  sure: z.enum(['H', 'M', 'L']),
});

/** Unknown keys are ignored instead of rejected, because packs may contain keys for later versions of the agent. */
const findingsSchema = z.record(z.string(), z.array(findingSchema));
export type Findings = z.infer<typeof findingsSchema>;

const languageSchema = z.object({
  /** The language code, as in `html[lang]` but without the region. */
  language: z.string().regex(/^[a-z]{2,3}$/u),
  /** The language's English name. */
  name: z.string().min(1).max(50),
  level: z.enum(languageLevels),
  texts: findingsSchema,
  /** Texts that were found but that no step uses yet. */
  noted: findingsSchema.default({}),
});
export type Language = z.infer<typeof languageSchema>;

/** The version of the pack format. Increase this whenever older agents would misread a pack. */
const packFormat = 1;

const contentSchema = z.object({
  format: z.literal(packFormat, 'This page pack is for another version of the agent.'),
  version: pagePackVersionSchema,
  /** Descriptions of the sources. The keys are the names that the findings use. */
  sources: z.record(z.string(), z.string()),
  locators: findingsSchema,
  languages: z.array(languageSchema).min(1).max(100),
});
export type PackContent = z.infer<typeof contentSchema>;

/** The `source` of a text that was translated instead of seen on the site. */
export const translated = 'translated';

const isMissing = (findings: Findings, key: string): boolean => (findings[key] ?? []).length === 0;

function problemsOfLocators({ locators }: PackContent): string[] {
  const wanted = [...locatorChains, ...locatorUnions, ...locatorNames, ...callKeys];
  const missing = wanted.filter((key) => isMissing(locators, key)).map((key) => `The locator "${key}" is missing.`);
  const selectors = [...locatorChains, ...locatorUnions].flatMap((key) => locators[key] ?? []);
  const broken = selectors.filter(({ text }) => !isSelector(text));
  return [...missing, ...broken.map(({ text }) => `"${text}" isn't a selector that agents accept.`)];
}

/** Returns one problem for each text that the level requires and the language lacks. */
function problemsOfLanguage({ name, level, texts }: Language): string[] {
  const wanted: readonly TextKey[] = level === 'full' ? textKeys : level === 'witness' ? ['message'] : [];
  return wanted
    .filter((key) => isMissing(texts, key))
    .map((key) => `${name} has the level "${level}", but no text for "${key}".`);
}

function problemsOfSources({ sources, locators, languages }: PackContent): string[] {
  const findings = [locators, ...languages.flatMap(({ texts, noted }) => [texts, noted])].flatMap((part) =>
    Object.values(part).flat(),
  );
  const unknown = findings.filter(({ source }) => source !== translated && !Object.hasOwn(sources, source));
  return unknown.map(({ text, source }) => `The source "${source}" of "${text}" isn't described.`);
}

function problemsOf(pack: PackContent): string[] {
  const codes = pack.languages.map(({ language }) => language);
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index);
  const english = pack.languages.find(({ language }) => language === 'en');
  return [
    ...problemsOfLocators(pack),
    ...pack.languages.flatMap(problemsOfLanguage),
    ...problemsOfSources(pack),
    ...twice.map((code) => `The language "${code}" appears twice.`),
    // Pages in an unknown language are compared with the English texts, because parts of such pages may be untranslated.
    ...(english?.level === 'full' ? [] : ['English must have the level "full".']),
  ];
}

/** Validates a pack, whether it's the built-in one or comes from the server. */
export const packSchema = contentSchema.superRefine((pack, context) => {
  for (const message of problemsOf(pack)) context.addIssue({ code: 'custom', message });
});
