import { de } from './de.ts';
import { en } from './en.ts';
import type { Texts } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { id } from './id.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { tr } from './tr.ts';

export const languages = ['en', 'es', 'ko', 'pt', 'it', 'fr', 'de', 'tr', 'ru', 'id', 'ja', 'fi'] as const;
export type Language = (typeof languages)[number];

/** A language of the pages, and how pages declare it. */
export interface PageLanguage {
  texts: Texts;
  /** The value of the document's `lang` attribute. */
  lang: string;
  /** The locale code in the page's data. */
  locale: string;
}

const pageLanguages: Record<Language, PageLanguage> = {
  en: { texts: en, lang: 'en', locale: 'en_US' },
  es: { texts: es, lang: 'es', locale: 'es_LA' },
  ko: { texts: ko, lang: 'ko', locale: 'ko_KR' },
  pt: { texts: pt, lang: 'pt-br', locale: 'pt_BR' },
  it: { texts: it, lang: 'it', locale: 'it_IT' },
  fr: { texts: fr, lang: 'fr', locale: 'fr_FR' },
  de: { texts: de, lang: 'de', locale: 'de_DE' },
  tr: { texts: tr, lang: 'tr', locale: 'tr_TR' },
  ru: { texts: ru, lang: 'ru', locale: 'ru_RU' },
  id: { texts: id, lang: 'id', locale: 'id_ID' },
  ja: { texts: ja, lang: 'ja', locale: 'ja_JP' },
  fi: { texts: fi, lang: 'fi', locale: 'fi_FI' },
};

export function pageLanguage(language: Language): PageLanguage {
  return pageLanguages[language];
}

/** Returns the browser's language if the sandbox supports it, otherwise English. Finnish is used only if a test asks for it. */
export function languageOfBrowser(acceptLanguage: string | undefined): Language {
  const first = acceptLanguage?.slice(0, 2).toLowerCase();
  return languages.find((language) => language === first && language !== 'fi') ?? 'en';
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, key: string) => String(values[key] ?? whole));
}
