import { call } from '../../platform/api.ts';
import type { ContactValues } from './contact-rules.ts';

/** Sends the message. Returns whether it was sent. If not, logs the error. */
export async function sendContact(values: ContactValues): Promise<boolean> {
  const { name, email, message } = values;
  try {
    await call('POST /api/contact', { body: { name: name.trim(), email: email.trim(), message: message.trim() } });
    return true;
  } catch (error) {
    console.error('Couldn’t send the contact message', error);
    return false;
  }
}
