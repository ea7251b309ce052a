import { en } from './en.texts.ts';
import { es } from './es.texts.ts';
import { ko } from './ko.texts.ts';
import type { SiteTexts } from './site.texts.ts';

export const siteTexts: Record<string, SiteTexts> = { en, es, ko };
