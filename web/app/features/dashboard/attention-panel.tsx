import type { UnreadReplies } from '@sandpiper/contract/unread-checks';
import {
  IconAlertTriangle,
  IconClockExclamation,
  IconHandStop,
  IconLifebuoy,
  IconMessageCircle,
  IconPlayerPause,
  IconPlugConnectedX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AgentPresence } from '../../platform/agent-presence.ts';
import { useUnreadCounts } from '../../platform/unread-counts.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusReasonText } from '../../ui/status-reason.tsx';
import css from './attention-panel.module.css';
import type { HeldAccount, useAnsweredTickets, useLateCampaigns } from './dashboard.queries.ts';
import { dashboardTexts } from './dashboard.texts.ts';
import type { ActiveCampaigns } from './recent-campaigns.tsx';

const { attention: texts } = dashboardTexts;
const shownOfEach = 3;

type Item = { key: string; icon: TablerIcon; title: string; text: ReactNode; path: string };

type AgentProblem = keyof typeof texts.agent;

const agentIcons: Record<AgentProblem, TablerIcon> = {
  outdated: IconAlertTriangle,
  paused: IconPlayerPause,
  offline: IconPlugConnectedX,
  missing: IconPlugConnectedX,
};

type AgentFacts = Pick<AttentionPanelProps, 'agent' | 'active' | 'hasAccounts'>;

/** A user without accounts isn't told to connect a computer, because the setup guide does that. */
function agentProblem({ agent, active, hasAccounts }: AgentFacts): AgentProblem | null {
  if (agent.isOutdated) return 'outdated';
  if (agent.isPaused) return active.some(({ status }) => status === 'running') ? 'paused' : null;
  if (agent.isOnline !== false) return null;
  if (agent.isPaired) return 'offline';
  return hasAccounts ? 'missing' : null;
}

function agentItems(facts: AgentFacts): Item[] {
  const problem = agentProblem(facts);
  if (problem === null) return [];
  return [{ key: 'agent', icon: agentIcons[problem], ...texts.agent[problem], path: '/settings' }];
}

/** Adds an item for the accounts, campaigns or tickets that aren't listed individually, if there are any. */
function withMore(items: Item[], more: number, rest: Omit<Item, 'text'>): Item[] {
  return more > 0 ? [...items, { ...rest, text: null }] : items;
}

function heldItems(held: readonly HeldAccount[]): Item[] {
  const shared = { icon: IconHandStop, path: '/profiles' };
  const items = held.slice(0, shownOfEach).map(({ id, name, text }) => ({
    ...shared,
    key: `held-${id}`,
    title: texts.held(name),
    text,
    path: `/profiles/${id}`,
  }));
  const more = held.length - items.length;
  return withMore(items, more, { ...shared, key: 'held', title: texts.moreHeld(more) });
}

function pausedItems(active: ActiveCampaigns): Item[] {
  const paused = active.filter(({ status }) => status === 'paused');
  const items = paused.slice(0, shownOfEach).map(({ id, name, status_reason }) => ({
    key: `paused-${id}`,
    icon: IconPlayerPause,
    title: texts.paused(name),
    text: status_reason === null ? null : <StatusReasonText reason={status_reason} isPlain />,
    path: `/campaigns/${id}`,
  }));
  const more = paused.length - items.length;
  const title = texts.morePaused(more);
  return withMore(items, more, { key: 'paused', icon: IconPlayerPause, title, path: '/campaigns' });
}

function lateItems(late: LateCampaigns): Item[] {
  const items = late.slice(0, shownOfEach).map(({ id, name, status_reason }) => ({
    key: `late-${id}`,
    icon: IconClockExclamation,
    title: texts.late(name),
    text: <StatusReasonText reason={status_reason} isPlain />,
    path: `/campaigns/${id}`,
  }));
  const more = late.length - items.length;
  const title = texts.moreLate(more);
  return withMore(items, more, { key: 'late', icon: IconClockExclamation, title, path: '/campaigns?status=pending' });
}

function ticketItems(unanswered: number): Item[] {
  if (unanswered === 0) return [];
  const path = '/support?unanswered=true';
  return [{ key: 'tickets', icon: IconLifebuoy, title: texts.tickets(unanswered), text: texts.ticketsText, path }];
}

function answerItems({ tickets, total }: AnsweredTickets): Item[] {
  const items = tickets.map(({ id, subject }) => ({
    key: `answered-${id}`,
    icon: IconMessageCircle,
    title: texts.answered(subject),
    text: null,
    path: `/support/${id}`,
  }));
  const more = total - items.length;
  const title = texts.moreAnswered(more);
  return withMore(items, more, { key: 'answered', icon: IconMessageCircle, title, path: '/support' });
}

function unreadItems(unread: UnreadReplies | null | undefined): Item[] {
  if (!unread) return [];
  const text = (
    <>
      {texts.asOf} <RelativeTime at={unread.as_of} />
    </>
  );
  return [{ key: 'unread', icon: IconMessageCircle, title: texts.unread(unread), text, path: '/unread-checker' }];
}

type LateCampaigns = ReturnType<typeof useLateCampaigns>;
type AnsweredTickets = ReturnType<typeof useAnsweredTickets>;

type AttentionPanelProps = {
  agent: AgentPresence;
  hasAccounts: boolean;
  /** Accounts that stay on hold until their owner has checked them. */
  held: readonly HeldAccount[];
  active: ActiveCampaigns;
  late: LateCampaigns;
  /** For administrators, the number of support tickets that await a reply. Zero for other users. */
  unansweredTickets: number;
  /** The user's tickets with an unread reply. */
  answered: AnsweredTickets;
};

/** Lists what needs the user's attention, such as paused campaigns and unread support replies. Hidden if nothing does. */
export function AttentionPanel({ held, active, late, unansweredTickets, answered, ...rest }: AttentionPanelProps) {
  const items = [
    ...agentItems({ ...rest, active }),
    ...heldItems(held),
    ...lateItems(late),
    ...pausedItems(active),
    ...unreadItems(useUnreadCounts()?.unread_replies),
    ...answerItems(answered),
    ...ticketItems(unansweredTickets),
  ];
  if (items.length === 0) return null;
  return (
    <section className={css['panel']} aria-labelledby="attention">
      <h2 id="attention">{texts.title}</h2>
      <ul>
        {items.map(({ key, icon: Icon, title, text, path }) => (
          <li key={key}>
            <Icon size={18} aria-hidden />
            <div>
              <Link to={path}>{title}</Link>
              {text !== null && <p>{text}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
