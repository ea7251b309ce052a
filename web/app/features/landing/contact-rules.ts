import { emailPattern } from '@sandpiper/contract/limits';
import { landingTexts } from './landing.texts.ts';

const texts = landingTexts.contact;

export type ContactValues = { name: string; email: string; message: string; agree: boolean };
export type ContactErrors = Partial<Record<keyof ContactValues, string>>;

export const emptyContact: ContactValues = { name: '', email: '', message: '', agree: false };

/** What is wrong with each field; empty when the message can be sent. */
export function contactErrorsOf(values: ContactValues): ContactErrors {
  return {
    ...(values.name.trim() === '' ? { name: texts.nameRequired } : {}),
    ...(emailPattern.test(values.email.trim()) ? {} : { email: texts.emailRequired }),
    ...(values.message.trim() === '' ? { message: texts.messageRequired } : {}),
    ...(values.agree ? {} : { agree: texts.agreeRequired }),
  };
}
