import type { Texts } from './en.ts';
import type { Language, PageLanguage } from './languages.ts';

interface Wording {
  of: Language;
  texts: Partial<Texts>;
  /** The `lang` attribute of the pages, if it differs from the base language's. */
  lang?: string;
  locale?: string;
}

/** Alternative wordings that the site shows to some accounts. */
export const wordings = {
  british_english: {
    of: 'en',
    lang: 'en-gb',
    locale: 'en_GB',
    texts: {
      scrapingTitle: 'We suspect automated behaviour on your account',
      sendPrioritised: 'Send prioritised message',
    },
  },
  spanish_new_words: {
    of: 'es',
    texts: {
      chat: 'Chatear',
      newMessage: 'Mensaje nuevo',
      messagePlaceholder: 'Envía un mensaje...',
      oldMessagePlaceholder: 'Envía un mensaje...',
      notAvailable: 'Lo sentimos, esta página no está disponible',
      unread: 'Sin leer',
    },
  },
} as const satisfies Record<string, Wording>;

export function withWording(language: PageLanguage, { texts, lang, locale }: Wording): PageLanguage {
  return {
    texts: { ...language.texts, ...texts },
    lang: lang ?? language.lang,
    locale: locale ?? language.locale,
  };
}
