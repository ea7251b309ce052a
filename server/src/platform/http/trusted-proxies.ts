import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import { z } from 'zod';

/** The number of proxies in front of the server, or their IP addresses and ranges. */
export type TrustedProxies = number | string[];

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];
const maxProxies = 10;
const rule = `must be the number of proxies, from 0 to ${maxProxies}, or their addresses, such as 10.0.0.5 or 10.0.0.0/8, separated by commas`;

export const trustedProxiesSchema = z.string().transform((value, context): TrustedProxies => {
  if (/^\d{1,2}$/.test(value) && Number(value) <= maxProxies) return Number(value);
  const ranges = value.split(',').map((range) => range.trim());
  if (ranges.every(isRange)) return ranges;
  context.addIssue(rule);
  return z.NEVER;
});

/** Checks whether a string is an IP address, with or without a prefix length, or a range name that Fastify knows. */
function isRange(range: string): boolean {
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return namedRanges.includes(range) || (Number(bits) >= 1 && Number(bits) <= maxBits);
}

/** Decides whether an IP address belongs to a trusted proxy. `hop` is the number of proxies between that address and the server. */
export type ProxyTrust = (address: string, hop: number) => boolean;

/**
 * Returns a function that decides whose X-Forwarded-For and X-Forwarded-Proto headers to trust. Given only the number of proxies, Fastify
 * would trust nobody.
 */
export function proxyTrust(proxies: TrustedProxies): ProxyTrust {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddress.compile(proxies);
}

/** Returns the client's IP address for a request that Fastify doesn't handle. */
export function addressOf(request: IncomingMessage, isTrusted: ProxyTrust): string {
  return proxyAddress(request, isTrusted) ?? '';
}
