import { createInstagram, type Instagram, type SendReport } from '../sites/instagram/instagram.ts';
import type { SiteTiming } from '../sites/instagram/site.context.ts';
import type { Page } from '../browser/page.ts';
import { poll } from '../platform/clock.ts';
import { startTestFirefox } from './firefox.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';

/** Upper bounds are generous for slow machines; only the second look takes its whole time. */
export const testTiming: SiteTiming = {
  stepMs: 30_000,
  emptyMs: 2500,
  accountMs: 800,
  settleMs: 200,
  outcomeMs: 5000,
  secondLookMs: 300,
  certainAfterMs: 300,
};
/** For whom a refusal is expected to come late: the look ends when it is there. */
const patientTiming: SiteTiming = { ...testTiming, secondLookMs: 30_000 };

/** The timed behaviours of the imitation take a tenth of their real time. */
export const timeScale = 0.1;

export type Stage = {
  sandbox: Sandbox;
  instagram: Instagram;
  /** The same, taking its time: a message that shows is watched until a refusal does. */
  patient: Instagram;
  page: Page;
  notes: string[];
  /** Signs an account of the imitation in; whoever was signed in before is forgotten. */
  enter: (username: string) => Promise<void>;
  send: (recipient: string, text?: string) => Promise<SendReport>;
  /** The same, watching the sent message until a refusal shows. */
  sendPatiently: (recipient: string, text?: string) => Promise<SendReport>;
  deliveredTo: (recipient: string) => Promise<string[]>;
  close: () => Promise<void>;
};

/** A page that notices just then that its session is gone goes elsewhere by itself, and the first try ends there. */
async function leave(page: Page, url: string): Promise<void> {
  const address = `${url}/accounts/logout/`;
  const left = await poll(
    () =>
      page.open(address).then(
        () => true,
        () => null,
      ),
    { timeoutMs: 60_000 },
  );
  if (left === null) throw new Error(`${address} does not open`);
}

/** The imitation Instagram and one Firefox in front of it. */
export async function setStage(): Promise<Stage> {
  const sandbox = await startSandbox();
  const firefox = await startTestFirefox();
  const page = await firefox.session.firstPage();
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const instagram = createInstagram({ base: sandbox.url, timing: testTiming, note });
  const patient = createInstagram({ base: sandbox.url, timing: patientTiming, note });
  let username: string | null = null;
  const sendWith = (site: Instagram, recipient: string, text: string): Promise<SendReport> =>
    site.send(page, { username, recipient, text, beforeSend: () => Promise.resolve({ maySend: true }) });
  return {
    sandbox,
    instagram,
    patient,
    page,
    notes,
    enter: async (name) => {
      username = name;
      await leave(page, sandbox.url);
      const session = await sandbox.startSession(name);
      await page.read(`void (document.cookie = 'sessionid=${session}; path=/')`);
    },
    send: (recipient, text = `Hello ${recipient}, good to see you`) => sendWith(instagram, recipient, text),
    sendPatiently: (recipient, text = `Hello ${recipient}, good to see you`) => sendWith(patient, recipient, text),
    deliveredTo: async (recipient) =>
      (await sandbox.deliveries()).filter((delivery) => delivery.to === recipient).map((delivery) => delivery.text),
    close: async () => {
      await firefox.close();
      await sandbox.close();
    },
  };
}
