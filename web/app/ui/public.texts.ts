import { agentProductName, productName } from '@sandpiper/contract/limits';
import { formatCount } from '../platform/numbers.ts';

/** UI strings for shared components. The landing page loads only these strings from this folder. */
export const publicTexts = {
  productName,
  agentProductName,
  windowTitle: (title: string) => `${title} · ${productName}`,
  loading: 'Loading',
  passwordToggle: 'Show or hide the password',
  needsScript: 'Sandpiper needs JavaScript. Turn it on in your browser, then reload this page.',
  tooLong: (length: number, max: number) =>
    `Too long: ${formatCount(length)} of ${formatCount(max)} characters. Shorten the text.`,
  legal: { terms: 'Terms of Service', privacy: 'Privacy Policy' },
  sandbox: {
    label: 'Sandbox',
    notice: 'Sandbox: nothing reaches Instagram',
    more: (factor: number) => `, and waiting times are divided by ${factor}.`,
    details: 'Details',
  },
  progress: (done: number, total: number, percent: number) =>
    `${formatCount(done)} of ${formatCount(total)}, ${percent} percent`,
  statuses: {
    pending: 'Pending',
    running: 'Running',
    paused: 'Paused',
    completed: 'Completed',
    failed: 'Failed',
    sent: 'Sent',
    not_found: 'Not found',
    unknown: 'Not known',
    skipped: 'Skipped',
    open: 'Open',
    in_progress: 'In progress',
    resolved: 'Resolved',
    closed: 'Closed',
    active: 'Active',
    inactive: 'Inactive',
    expired: 'Expired',
    held: 'On hold',
    idle: 'Idle',
    waiting: 'Waiting',
    sending: 'Sending',
    done: 'Done',
  },
} as const;
