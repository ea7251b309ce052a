import { countText } from '../../platform/numbers.ts';

/** Texts of the server screen for administrators, and of the banner after a restore. */
export const backupsTexts = {
  title: 'Server',
  description: 'Who can register, how long data is kept, backups, and what happens after a restore.',
  forAdministrators: 'Only administrators can see the server. Ask an administrator for help.',
  what: 'backups',
  loadFailed: 'Failed to load the backups',
  panel: {
    title: 'Backups',
    every: (hours: number, keep: number) =>
      hours === 24
        ? `The server backs up its database every day and keeps the last ${keep}.`
        : `The server backs up its database every ${countText(hours, 'hour')} and keeps the last ${keep}.`,
    never: 'The server makes no backups by itself. Set BACKUP_EVERY_HOURS to change that.',
    otherDisk:
      'Copy backups to another computer too. To restore one, you also need the server’s key, which is not part of it.',
    now: 'Back up now',
    underWay: 'A backup is being made…',
    begun: 'The backup has begun.',
    failed: 'Failed to begin a backup',
    none: 'There is no backup yet.',
    newest: 'The last backup was made <time></time>.',
    lastFailure: 'The last backup failed',
    lastFailureText: (error: string) =>
      `${error} The server tries again within an hour. Check that its disk has free space.`,
    download: 'Download',
    downloadOf: (name: string) => `Download ${name}`,
    toDownload: 'download a backup',
  },
  onServer: {
    title: 'Backups are made outside of Sandpiper',
    text: 'This server keeps its data on a PostgreSQL server, so Sandpiper makes no backups and can’t tell how old the last one is. Back up with pg_dump, or with what your database provider offers.',
  },
  file: {
    working: (size: string) => `Downloading the backup… ${size}`,
    label: 'Downloading the backup',
    done: (size: string) => `Downloaded the backup (${size})`,
    failed: 'Failed to download the backup',
  },
  restore: {
    bannerTitle: 'This server was restored from a backup',
    banner: 'Nothing is sent until an administrator confirms it. <link>Read what it means and confirm</link>',
    title: 'Confirm the restore',
    made: 'The backup was made <time></time>.',
    unknown: 'The backup doesn’t say when it was made.',
    facts: [
      'Messages that were sent after the backup are not known here. The people who got them look as if nobody had written to them.',
      'The agent on each computer remembers what that computer sent. If it is offered such a person again, it reports the message and sends nothing.',
      'Another computer, or an agent whose data folder is gone, can’t know. It would write to that person a second time.',
      'Campaigns that were running when the backup was made are paused. Campaigns, lists and changes made after it are missing.',
    ],
    before:
      'Before you confirm, check that the agents still have their data folders and that no account has moved to another computer since the backup. Then agents get work again, and each user resumes their own campaigns.',
    confirm: 'Let agents work again',
    question: 'Let agents work again?',
    sure: 'Agents will get work as soon as somebody resumes a campaign. This can’t be undone.',
    confirmed: 'Confirmed. Users can resume their campaigns.',
    failed: 'Failed to confirm the restore',
  },
};
