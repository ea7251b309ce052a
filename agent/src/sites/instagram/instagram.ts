import {
  reasons,
  type FailReason,
  type ReasonKind,
  type RetryReason,
  type StopReason,
  type UnknownReason,
  type WaitReason,
} from '@sandpiper/contract/reasons';
import type { Page } from '../../browser/page.ts';
import { createInstagram as createOld, type InstagramOptions } from './instagram.old.ts';
import type { OldReport, SendReport, Stop } from './report.ts';
import type { Credentials } from './sign-in.ts';
import type { UnreadCount } from './unread.ts';

export type { Credentials } from './sign-in.ts';
export type { SendReport, Stop } from './report.ts';

/** The answer to the question whether Enter may be pressed, and what to report where it may not. */
export type Permission = { maySend: true } | { maySend: false; report: SendReport };

export type SendJob = {
  profileId: number;
  /** As whom the account should be signed in, where that is known. */
  username: string | null;
  recipient: string;
  text: string;
  /** A person who has written to the account is left alone. */
  skipsConversations: boolean;
  /** If this person is not found either, the account's own profile is looked at. */
  doubtsNotFound: boolean;
  beforeSend: (note: { tail: string[]; account: string | null }) => Promise<Permission>;
};

export type CheckJob = {
  profileId: number;
  username: string | null;
  recipient: string;
  text: string;
  note: { tail: string[]; at: string; account: string | null };
};

export type SignInState =
  | { state: 'signed_in' }
  | { state: 'needs_user'; reason: StopReason; detail: string | null }
  | { state: 'unreachable'; reason: WaitReason; detail: string | null };

/** What the agent can do on the site, on a page of an account's own browser profile. */
export type Instagram = {
  send: (page: Page, job: SendJob) => Promise<SendReport>;
  check: (page: Page, job: CheckJob) => Promise<SendReport>;
  signIn: (page: Page, username: string | null, credentials: Credentials | null) => Promise<SignInState>;
  countUnread: (page: Page, username: string | null) => Promise<UnreadCount | { error: string; stop?: Stop | null }>;
  show: (page: Page) => Promise<void>;
};

function isKind(code: string, kind: ReasonKind): boolean {
  return Object.entries(reasons).some(([own, reason]) => own === code && reason.kind === kind);
}
const isStop = (code: string): code is StopReason => isKind(code, 'stop');
const isWait = (code: string): code is WaitReason => isKind(code, 'wait');
const isUnknown = (code: string): code is UnknownReason => isKind(code, 'unknown');
const isFailed = (code: string): code is FailReason | RetryReason => isKind(code, 'fail') || isKind(code, 'retry');

function stopOf(gate: { reason: string; detail: string }): Stop {
  return { reason: isStop(gate.reason) ? gate.reason : 'unexpected_pages', detail: gate.detail };
}

function reportOf(old: OldReport): SendReport {
  if (old.outcome === 'sent')
    return { outcome: 'sent', sentAt: old.sentAt, stop: old.stops ? stopOf(old.stops) : null };
  const { detail } = old;
  const stop = old.stops ? stopOf(old.stops) : null;
  switch (old.outcome) {
    case 'blocked':
      return { outcome: 'released', ...stopOf(old) };
    case 'failed':
      return { outcome: 'failed', reason: isFailed(old.reason) ? old.reason : 'broken_off', detail, stop };
    case 'not_found':
      return { outcome: 'not_found', reason: 'not_found', detail: null, stop };
    case 'unknown':
      return { outcome: 'unknown', reason: isUnknown(old.reason) ? old.reason : 'interrupted', detail, stop };
    case 'released':
      return { outcome: 'released', reason: isWait(old.reason) ? old.reason : 'window_closed', detail, stop };
  }
}

export function createInstagram(options: InstagramOptions): Instagram {
  const old = createOld(options);
  return {
    send: async (page, job) => {
      const refused: { report: SendReport | null } = { report: null };
      const report = await old.send(page, {
        ...job,
        beforeSend: async (note) => {
          const permission = await job.beforeSend(note);
          if (permission.maySend) return permission;
          refused.report = permission.report;
          return { maySend: false, reason: 'no_longer_wanted', detail: '' };
        },
      });
      return report.outcome === 'released' && refused.report !== null ? refused.report : reportOf(report);
    },
    check: async (page, { note, ...job }) => reportOf(await old.verify(page, { ...job, intent: note })),
    signIn: async (page, username, credentials) => {
      const ended = await old.signIn(page, username, credentials);
      if (ended.state === 'signed_in') return { state: 'signed_in' };
      if (ended.state === 'needs_user') return { state: 'needs_user', ...stopOf(ended) };
      return { state: 'unreachable', reason: 'sign_in_unreachable', detail: ended.detail };
    },
    countUnread: async (page, username) => {
      const counted = await old.countUnread(page, username);
      if (!('error' in counted)) return counted;
      return { error: counted.error, stop: counted.stops ? stopOf(counted.stops) : null };
    },
    show: old.show,
  };
}
