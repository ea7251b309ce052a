import { Anchor } from '@mantine/core';
import type { TimelineEvent } from '@sandpiper/contract/person';
import {
  IconCheck,
  IconHelpCircle,
  IconListCheck,
  IconMessage,
  IconMessageOff,
  IconMessagePlus,
  IconNote,
  IconPlayerSkipForward,
  IconPlaylistX,
  IconTag,
  IconTagOff,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { linkTo } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { publicTexts } from '../../../ui/public.texts.ts';
import { personTexts } from './person.texts.ts';
import css from './timeline.module.css';

const { timeline: texts, mark: markTexts } = personTexts;
const { statuses } = publicTexts;

type Look = { tone: 'green' | 'red' | 'yellow' | 'gray' | 'tide'; icon: TablerIcon };

const looks: Record<TimelineEvent['type'], Look> = {
  added_to_list: { tone: 'gray', icon: IconListCheck },
  message_sent: { tone: 'green', icon: IconCheck },
  message_failed: { tone: 'red', icon: IconX },
  message_unknown: { tone: 'yellow', icon: IconHelpCircle },
  skipped: { tone: 'gray', icon: IconPlayerSkipForward },
  replied: { tone: 'tide', icon: IconMessage },
  do_not_contact_added: { tone: 'gray', icon: IconMessageOff },
  do_not_contact_removed: { tone: 'gray', icon: IconMessagePlus },
  removed_from_list: { tone: 'gray', icon: IconPlaylistX },
  status_changed: { tone: 'gray', icon: IconListCheck },
  note_changed: { tone: 'gray', icon: IconNote },
  tagged: { tone: 'gray', icon: IconTag },
  untagged: { tone: 'gray', icon: IconTagOff },
};

/** An event in a person's timeline: what happened, where, by whom, why and when. */
export function TimelineItem({ event }: { event: TimelineEvent }) {
  const { tone, icon: Icon } = looks[event.type];
  return (
    <li data-tone={tone}>
      <span className={css['icon']}>
        <Icon size={14} aria-hidden />
      </span>
      <div className={css['words']}>
        <div>
          <What event={event} />
        </div>
        {event.text !== null && <div className={css['why']}>{event.text}</div>}
        <div className={css['when']}>
          <RelativeTime at={event.at} />
        </div>
      </div>
    </li>
  );
}

function What({ event }: { event: TimelineEvent }) {
  const { type, list, import: source, campaign, profile_name: account, origin } = event;
  const from = source === null ? null : ` ${texts.from(source.file_name)}`;
  const change = changeText(event);
  if (change !== null) {
    return (
      <>
        <RichText text={change} tags={{ list: drawList(list?.id ?? null) }} />
        {from}
      </>
    );
  }
  if (type === 'replied' && account !== null) return texts.repliedTo(account);
  return (
    <>
      {texts.events[type]}
      {campaign !== null && <Campaign of={campaign} />}
      {account !== null && ` ${texts.account(account)}`}
      {from}
      {origin !== null && type === 'do_not_contact_added' && (
        <span className={css['origin']}> · {markTexts.origins[origin]}</span>
      )}
    </>
  );
}

function drawList(id: number | null): (name: string) => ReactNode {
  return id === null ? texts.deletedList : linkTo(`/lists/${id}`);
}

/** Describes events that involve a list or a tag, and deleted notes. Returns null for all other events. */
function changeText({ type, list, tag, text, recipient_status: status }: TimelineEvent): string | null {
  if (type === 'note_changed' && text === null) return texts.noteDeleted;
  if (tag !== null) return type === 'untagged' ? texts.untagged(tag) : texts.tagged(tag);
  if (list === null) return null;
  if (type === 'removed_from_list') return texts.removedFrom(list.name);
  if (type === 'status_changed' && status !== null) return texts.status(statuses[status], list.name);
  return texts.list(list.name);
}

function Campaign({ of: { id, name } }: { of: NonNullable<TimelineEvent['campaign']> }) {
  if (id === null) return ` ${texts.deletedCampaign(name)}`;
  return (
    <>
      {' '}
      {texts.inCampaign}{' '}
      <Anchor component={Link} to={`/campaigns/${id}`} inherit underline="always">
        {name}
      </Anchor>
    </>
  );
}
