import { countText } from '../../platform/numbers.ts';

function intervalText(hours: number): string {
  if (hours === 1) return 'hour';
  return hours === 24 ? 'day' : countText(hours, 'hour');
}

/** UI strings for the administrators' server screen, and for the banner shown after a restore. */
export const backupsTexts = {
  title: 'Server',
  description: 'Registration, data retention, backups and restores.',
  forAdministrators: 'Only administrators can see this page. Ask an administrator for help.',
  what: 'Backups',
  loadFailed: 'Couldn’t load the backups',
  panel: {
    title: 'Backups',
    every: (hours: number, keep: number) =>
      `The server backs up its database every ${intervalText(hours)} and keeps the last ${countText(keep, 'backup')}.`,
    never: 'Automatic backups are off. To turn them on, set BACKUP_EVERY_HOURS and restart the server.',
    otherDisk:
      'Copy backups to another computer too. To restore a backup, you also need the server’s key, which isn’t part of the backup.',
    now: 'Back up now',
    underWay: 'Backing up…',
    begun: 'Backup started',
    failed: 'Failed to start a backup',
    none: 'No backups were found.',
    newest: 'The newest backup was made on <time></time>.',
    lastFailure: 'The last backup failed',
    lastFailureText: (error: string) =>
      `${error} Check that the server’s disk is connected and has free space, then back up again.`,
    download: 'Download',
    downloadOf: (name: string) => `Download ${name}`,
    toDownload: 'download a backup',
  },
  onServer: {
    title: 'Sandpiper doesn’t back up this database',
    text: 'This server keeps its data on a PostgreSQL server, so Sandpiper doesn’t back it up and can’t tell when it was last backed up. Back it up with pg_dump or your database provider’s tools.',
  },
  file: {
    working: (size: string) => `Downloading the backup… ${size}`,
    label: 'Downloading the backup',
    done: (size: string) => `Downloaded the backup (${size})`,
    failed: 'Failed to download the backup',
  },
  restore: {
    bannerTitle: 'This server was restored from a backup',
    banner: 'Nothing is sent until an administrator confirms the restore. <link>See what this means and confirm</link>',
    title: 'Confirm the restore',
    made: 'The backup was made on <time></time>.',
    unknown: 'The backup doesn’t say when it was made.',
    facts: [
      'The server doesn’t know about messages that were sent after the backup. The people who got them look as if they had never been messaged.',
      'The agent on each computer remembers what that computer sent. If the server asks the agent to message one of these people again, the agent reports the earlier message and sends nothing.',
      'Another computer, or an agent whose data folder is gone, can’t know about these messages and would message the same people again.',
      'Campaigns that were running when the backup was made are paused, and scheduled campaigns don’t start automatically. Campaigns, lists and changes made after the backup are missing.',
    ],
    before:
      'Before you confirm, check that the agents still have their data folders and that no account has moved to another computer since the backup. After you confirm, agents get work again, and users can start their paused campaigns.',
    confirm: 'Let agents work again',
    question: 'Let agents work again?',
    sure: 'Agents will get work as soon as someone starts a campaign. This can’t be undone.',
    confirmed: 'Confirmed. Users can start their paused campaigns.',
    failed: 'Failed to confirm the restore',
  },
};
