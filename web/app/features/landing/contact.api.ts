import { call } from '../../platform/api.ts';
import type { ContactValues } from './contact-rules.ts';

/** Sends the message. Returns whether that succeeded; if not, the error is logged. */
export async function sendContact(values: ContactValues): Promise<boolean> {
  const { name, email, message } = values;
  try {
    await call('POST /api/contact', { body: { name: name.trim(), email: email.trim(), message: message.trim() } });
    return true;
  } catch (error) {
    console.error('The contact message was not sent', error);
    return false;
  }
}
