import { emailPattern } from '@sandpiper/contract/email-pattern';
import { contactTextMaxLength } from '@sandpiper/contract/limits';
import { lengthProblem } from '../../ui/text-length.ts';
import { landingTexts } from './landing.texts.ts';

const texts = landingTexts.contact;

export type ContactValues = { name: string; email: string; message: string; agree: boolean };
export type ContactErrors = Partial<Record<keyof ContactValues, string | undefined>>;

export function contactValuesOf(form: HTMLFormElement): ContactValues {
  const data = new FormData(form);
  const text = (field: string) => {
    const value = data.get(field);
    return typeof value === 'string' ? value : '';
  };
  const [name = '', email = '', message = ''] = ['name', 'email', 'message'].map(text);
  return { name, email, message, agree: data.has('agree') };
}

/** Returns an error message for each invalid field, or an empty object if the message can be sent. */
export function contactErrorsOf(values: ContactValues): ContactErrors {
  const tooLong = lengthProblem(values.message, contactTextMaxLength);
  return {
    ...(values.name.trim() === '' ? { name: texts.nameRequired } : {}),
    ...(emailPattern.test(values.email.trim()) ? {} : { email: texts.emailRequired }),
    ...(tooLong === null ? {} : { message: tooLong }),
    ...(values.message.trim() === '' ? { message: texts.messageRequired } : {}),
    ...(values.agree ? {} : { agree: texts.agreeRequired }),
  };
}
