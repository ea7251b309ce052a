import { after } from 'node:test';
import {
  createInstagram,
  type CheckJob,
  type Instagram,
  type SendJob,
  type SendReport,
} from '../sites/instagram/instagram.ts';
import { builtInPack } from '../sites/instagram/page/pack/built-in.pack.ts';
import type { SitePage } from '../sites/instagram/page/page.view.ts';
import type { GoAheadAnswer } from '../sites/instagram/send/go-ahead.ts';
import type { SiteTiming } from '../sites/instagram/site.context.ts';
import type { Page } from '../browser/page.ts';
import { poll } from '../platform/clock.ts';
import { testPage } from './firefox.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';

/**
 * Most of these times are generous upper bounds, because the machine may be slow. A test that waits for a timeout sets a short timeout.
 * The agent always waits for all of `secondLookMs`, unless the page shows that something is wrong.
 */
const testTiming: SiteTiming = {
  stepMs: 30_000,
  emptyMs: 20_000,
  signInMs: 30_000,
  signInTotalMs: 150_000,
  accountMs: 20_000,
  buttonMs: 1200,
  otherPageMs: 500,
  searchMs: 20_000,
  settleMs: 200,
  settleEmptyMs: 200,
  settleUnlistedMs: 1500,
  olderMs: 3000,
  goAheadMs: 15_000,
  outcomeMs: 30_000,
  reasonMs: 20_000,
  wordsMs: 1500,
  secondLookMs: 300,
  sleepMs: 60_000,
  certainAfterMs: 300,
  quietMs: 300,
};

export function endOf(report: SendReport): [outcome: string, reason?: string] {
  return 'reason' in report ? [report.outcome, report.reason] : [report.outcome];
}

/** Timing for refusals that appear late. The agent stops watching as soon as the refusal appears. */
export const longSecondLook: Partial<SiteTiming> = { secondLookMs: 30_000 };

/** The agent's report if the server no longer allows the message. */
export const refusal = { outcome: 'released', reason: 'no_longer_wanted', detail: null } as const;
/** The answer to a request for the go-ahead if the server refuses. This answer makes the agent report `refusal`. */
export const refused: GoAheadAnswer = { maySend: false, report: refusal };

/** Makes the sandbox's delays a tenth as long as usual. */
export const timeScale = 0.1;

export type SandboxSession = SitePage & {
  sandbox: Sandbox;
  instagram: Instagram;
  /** Returns the same site with different timing. */
  within: (timing: Partial<SiteTiming>) => Instagram;
  notes: string[];
  /** Signs the browser in to this account instead of the previous one. */
  enter: (username: string) => Promise<void>;
  send: (
    recipient: string,
    options?: Partial<SendJob> & { timing?: Partial<SiteTiming> | undefined },
  ) => Promise<SendReport>;
  /** Checks whether a message was sent. By default, the note is old and says that the conversation was empty before the message. */
  check: (
    recipient: string,
    options?: Partial<CheckJob> & { timing?: Partial<SiteTiming> | undefined },
  ) => Promise<SendReport>;
  deliveredTo: (recipient: string) => Promise<string[]>;
  close: () => Promise<void>;
};

/** Opens a page. Retries, because a page that notices that it is signed out navigates by itself, which cancels the first attempt. */
async function openWithRetry(page: Page, address: string): Promise<void> {
  let cause: unknown;
  const opened = await poll(
    () =>
      page.open(address).then(
        () => true,
        (error: unknown) => {
          cause = error;
          return null;
        },
      ),
    { timeoutMs: 60_000 },
  );
  if (opened === null) throw new Error(`Couldn't open ${address}`, { cause });
}

let runningSandbox: Promise<Sandbox> | null = null;

after(async () => (await runningSandbox)?.close());

/** Starts Firefox and the sandbox, unless an earlier test file in the same process has started them. */
export async function openSandboxSession(): Promise<SandboxSession> {
  const sandbox = await (runningSandbox ??= startSandbox());
  const page = await testPage();
  const notes: string[] = [];
  const within = (timing: Partial<SiteTiming>): Instagram =>
    createInstagram({
      base: sandbox.url,
      pack: () => builtInPack,
      timing: { ...testTiming, ...timing },
      note: (text) => void notes.push(text),
    });
  let username: string | null = null;
  return {
    sandbox,
    instagram: within({}),
    within,
    page,
    pack: builtInPack,
    notes,
    enter: async (name) => {
      username = name;
      await openWithRetry(page, `${sandbox.url}/__sandbox/sessions/${name}`);
    },
    send: (recipient, { timing = {}, ...job } = {}) =>
      within(timing).send(page, {
        profileId: 1,
        username,
        recipient,
        text: `Hello ${recipient}`,
        skipsConversations: false,
        doubtsNotFound: false,
        beforeSend: () => Promise.resolve({ maySend: true }),
        ...job,
      }),
    check: (recipient, { timing = {}, ...job } = {}) =>
      within(timing).check(page, {
        profileId: 1,
        username,
        recipient,
        text: `Hello ${recipient}`,
        note: { tail: [], at: '2026-01-01T00:00:00.000Z', account: null },
        messageId: null,
        ...job,
      }),
    deliveredTo: async (recipient) =>
      (await sandbox.deliveries()).filter((delivery) => delivery.to === recipient).map((delivery) => delivery.text),
    close: async () => void (await page.open('about:blank')),
  };
}
