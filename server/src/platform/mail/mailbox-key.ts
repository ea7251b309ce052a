import { domainToASCII } from 'node:url';

/** Returns a text that is the same for all spellings of an address with which an email reaches the same mailbox. */
export function mailboxKey(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`.toLowerCase();
}
