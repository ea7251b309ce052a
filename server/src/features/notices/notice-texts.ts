import { agentProductName } from '@sandpiper/contract/limits';
import type { NoticeKind } from '@sandpiper/contract/notice-kinds';
import { counted } from '../../platform/counted.ts';

/*
 * The texts of notices about accounts, campaigns, imports, support, agents and the subscription, each with the page it links to. Texts
 * about the user account are in `user-account-texts.ts`.
 */

export type NoticeText = { kind: NoticeKind; title: string; message: string; path: string };

export type HeldAccount = {
  profileId: number;
  profileName: string;
  /** Why the account is on hold, and what to do. */
  text: string;
};

export function accountHeldText({ profileId, profileName, text }: HeldAccount): NoticeText {
  return {
    kind: 'account_held',
    title: `${profileName} is on hold`,
    message: text,
    path: `/profiles/${profileId}`,
  };
}

type Named = { id: number; name: string };

export function campaignPausedText({ id, name }: Named, reason: { text: string; action: string | null }): NoticeText {
  return {
    kind: 'campaign_paused',
    title: `“${name}” was paused`,
    message: [reason.text, reason.action ?? ''].join(' ').trim(),
    path: `/campaigns/${id}`,
  };
}

/** Uses the kind `campaign_paused`, because the campaign isn't sending although its user expects it to. */
export function startMissedText({ id, name, problem }: Named & { problem: string }): NoticeText {
  return {
    kind: 'campaign_paused',
    title: `“${name}” won’t start automatically`,
    message: `${problem} Start it now, or choose another time.`,
    path: `/campaigns/${id}`,
  };
}

const numberOf = (number: number) => number.toLocaleString('en');
const peopleOf = (number: number) => counted(number, 'person', 'people');
const peopleWere = (number: number) => counted(number, 'person was', 'people were');

export type EndedCampaign = Named & {
  status: 'completed' | 'failed';
  total_list: number;
  total_sent: number;
  total_failed: number;
  total_skipped: number;
  /** The number of deliveries with an unknown outcome. `total_failed` includes them. */
  total_unknown: number;
};

export function campaignEndedText(campaign: EndedCampaign): NoticeText {
  const { id, name, status, total_list: people, total_sent: sent, total_unknown: unknown } = campaign;
  const failed = campaign.total_failed - unknown;
  const left = people - sent - campaign.total_failed;
  const skipped = campaign.total_skipped;
  const parts = [
    `${numberOf(sent)} of ${peopleOf(people)} got your message.`,
    failed === 0 ? '' : `${numberOf(failed)} failed.`,
    unknown === 0 ? '' : `The outcome is unknown for ${numberOf(unknown)}: open the campaign and choose what happened.`,
    left === 0 ? '' : `${counted(left, 'was', 'were')} not reached.`,
    skipped === 0 ? '' : `${counted(skipped, 'was', 'were')} skipped.`,
  ];
  return {
    kind: 'campaign_ended',
    title: status === 'failed' ? `“${name}” failed` : `“${name}” is complete`,
    message: parts.filter((part) => part !== '').join(' '),
    path: `/campaigns/${id}`,
  };
}

export type EndedImport = {
  list_id: number | null;
  list_name: string;
  file_name: string;
  status: 'done' | 'failed' | 'undone';
  added: number;
  updated: number;
  removed: number;
  kept: number;
  restored: number;
};

function importCounts({ status, added, updated, removed, kept, restored, list_name }: EndedImport): string[] {
  if (status === 'undone') {
    return [
      `${peopleWere(removed)} removed from “${list_name}”.`,
      removed === 0 ? '' : 'People known only from this import were also removed from People.',
      kept === 0 ? '' : `${peopleOf(kept)} stayed on the list because you’ve contacted them.`,
      restored === 0 ? '' : `${peopleOf(restored)} got their earlier values back.`,
    ];
  }
  if (status === 'failed') return ['The list was deleted before the import finished.'];
  return [`${peopleWere(added)} added to “${list_name}”.`, updated === 0 ? '' : `${peopleOf(updated)} got new values.`];
}

const importTitles = {
  done: (file: string) => `“${file}” was imported`,
  failed: (file: string) => `“${file}” couldn’t be imported`,
  undone: (file: string) => `The import of “${file}” was undone`,
} as const;

export function importEndedText(ended: EndedImport): NoticeText {
  return {
    kind: 'import_ended',
    title: importTitles[ended.status](ended.file_name),
    message: importCounts(ended)
      .filter((part) => part !== '')
      .join(' '),
    path: ended.list_id === null ? '/lists' : `/lists/${ended.list_id}/imports`,
  };
}

/** The path of a ticket's page. Notices about the ticket link to it. */
export const ticketPath = (id: number): string => `/support/${id}`;

export function ticketAnsweredText(ticket: { id: number; ticket_number: string; subject: string }): NoticeText {
  return {
    kind: 'ticket_answered',
    title: `Support replied to ticket #${ticket.ticket_number}`,
    message: ticket.subject,
    path: ticketPath(ticket.id),
  };
}

export type UnreadAccount = { profile_name: string; unread_count: number; is_exact: boolean };

const namedAccounts = 5;

/** `accounts` are the accounts with unread replies. There must be at least one. */
export function unreadRepliesText(accounts: readonly UnreadAccount[]): NoticeText {
  const parts = accounts
    .slice(0, namedAccounts)
    .map(
      ({ profile_name: name, unread_count: count, is_exact: isExact }) =>
        `${name}: ${numberOf(count)}${isExact ? '' : '+'}`,
    );
  const more = accounts.length - parts.length;
  return {
    kind: 'unread_replies',
    title: `${counted(accounts.length, 'account has', 'accounts have')} unread replies`,
    message: `${parts.join(', ')}${more === 0 ? '' : `, and ${numberOf(more)} more`}.`,
    path: '/unread-checker',
  };
}

/** `computer` is null if the user has no agent token for the computer. */
type AwayComputer = { computer: string | null; campaigns: readonly string[]; isOutdated: boolean };

export function agentAwayText({ computer, campaigns: names, isOutdated }: AwayComputer): NoticeText {
  const campaigns = names.length === 1 ? `“${names[0]}”` : `${numberOf(names.length)} campaigns`;
  const advice = isOutdated
    ? `Sign in there and install ${agentProductName} from Settings.`
    : `Start ${agentProductName} there.`;
  return {
    kind: 'agent_away',
    title: `${computer ?? 'The computer with your Firefox profiles'} isn’t connected`,
    message: `${campaigns} can’t send from that computer. ${advice}`,
    path: '/settings',
  };
}

/** `endDate` is the last day of the subscription, as `yyyy-mm-dd`. */
export function subscriptionEndingText(endDate: string): NoticeText {
  return {
    kind: 'subscription_ending',
    title: `Your subscription ends on ${endDate.split('-').toReversed().join('-')}`,
    message: 'Running campaigns pause at the end of that day (UTC). To renew, contact Support.',
    path: '/support?new=renewal',
  };
}

export function agentUpdateText(version: string, computers: readonly string[]): NoticeText {
  const who = computers.length === 1 ? `${computers[0]} runs` : `${new Intl.ListFormat('en').format(computers)} run`;
  return {
    kind: 'agent_update',
    title: `${agentProductName} ${version} is available`,
    message: `${who} an older version. Get the new version in Settings.`,
    path: '/settings',
  };
}

export function agentRefusedText(computer: string): NoticeText {
  return {
    kind: 'agent_update',
    title: `${agentProductName} on ${computer} is the wrong version`,
    message: 'Its version doesn’t match the server. Get the matching version in Settings.',
    path: '/settings',
  };
}
