import { en } from './en.ts';
import type { Texts } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { ko } from './ko.ts';

export const languages = ['en', 'es', 'ko', 'fi'] as const;
export type Language = (typeof languages)[number];

const textsByLanguage: Record<Language, Texts> = { en, es, ko, fi };

export function textsOf(language: Language): Texts {
  return textsByLanguage[language];
}

/** Logged-out pages use the browser's language, if there are texts in it. */
export function languageOfBrowser(acceptLanguage: string | undefined): Language {
  const first = acceptLanguage?.slice(0, 2).toLowerCase();
  return first === 'es' || first === 'ko' ? first : 'en';
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, key: string) => String(values[key] ?? whole));
}
