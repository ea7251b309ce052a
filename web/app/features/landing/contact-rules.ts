import { emailPattern } from '@sandpiper/contract/limits';

export type ContactValues = { name: string; email: string; message: string; agree: boolean };
export type ContactErrors = Partial<Record<keyof ContactValues, string>>;

export const emptyContact: ContactValues = { name: '', email: '', message: '', agree: false };
export const contactThanks = "Thanks! Your message has been sent. We'll reply soon.";

/** What has to be mended before the message can be sent; empty when nothing has. */
export function contactErrorsOf(values: ContactValues): ContactErrors {
  return {
    ...(values.name.trim() === '' ? { name: 'Name is required' } : {}),
    ...(emailPattern.test(values.email.trim()) ? {} : { email: 'Valid email is required' }),
    ...(values.message.trim() === '' ? { message: 'Please add a short message' } : {}),
    ...(values.agree ? {} : { agree: 'Please accept the privacy notice' }),
  };
}
