import { domainToASCII } from 'node:url';

/** Returns the same text for all spellings of an address that reach the same mailbox. */
export function mailboxKey(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`.toLowerCase();
}
