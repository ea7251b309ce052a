import { Anchor } from '@mantine/core';
import type { TimelineEvent } from '@sandpiper/contract/person';
import {
  IconCheck,
  IconHelpCircle,
  IconListCheck,
  IconMessage,
  IconMessageOff,
  IconMessagePlus,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { linkTo } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { personTexts } from './person.texts.ts';
import css from './timeline.module.css';

const { timeline: texts, mark: markTexts } = personTexts;

type Look = { tone: 'green' | 'red' | 'yellow' | 'gray' | 'tide'; icon: typeof IconCheck };

const looks: Record<TimelineEvent['type'], Look> = {
  added_to_list: { tone: 'gray', icon: IconListCheck },
  message_sent: { tone: 'green', icon: IconCheck },
  message_failed: { tone: 'red', icon: IconX },
  message_unknown: { tone: 'yellow', icon: IconHelpCircle },
  skipped: { tone: 'gray', icon: IconPlayerSkipForward },
  replied: { tone: 'tide', icon: IconMessage },
  do_not_contact_added: { tone: 'gray', icon: IconMessageOff },
  do_not_contact_removed: { tone: 'gray', icon: IconMessagePlus },
};

/** One thing that happened: what, where, by whom, why and when. */
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

function What({
  event: { type, list, import: source, campaign, profile_name: account, origin },
}: {
  event: TimelineEvent;
}) {
  const from = source === null ? null : ` ${texts.from(source.file_name)}`;
  if (type === 'added_to_list' && list !== null) {
    return (
      <>
        <RichText text={texts.list(list.name)} tags={{ list: linkTo(`/lists/${list.id}`) }} />
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
