import { Alert } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { timeAt } from '../../../ui/rich-text-tags.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import type { PersonDetail } from './person.queries.ts';
import { personTexts } from './person.texts.ts';

const { mark: texts } = personTexts;

/** Says why and when this person was added to the do-not-contact list. */
export function MarkNotice({ mark }: { mark: PersonDetail['mark'] }) {
  if (mark === null) return null;
  return (
    <Alert color="gray" variant="light" mb="md" icon={<IconMessageOff aria-hidden />} title={texts.title} role="note">
      {texts.text} <RichText text={texts.since(texts.origins[mark.origin])} tags={{ since: timeAt(mark.created_at) }} />
      {mark.reason !== null && <div>{texts.reason(mark.reason)}</div>}
    </Alert>
  );
}
