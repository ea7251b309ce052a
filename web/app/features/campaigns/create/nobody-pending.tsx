import { Alert, Anchor } from '@mantine/core';
import type { RecipientList } from '@sandpiper/contract/lists';
import { IconUsers } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { returnToState } from '../../../platform/return-to.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import { campaignFormTexts } from '../campaign-form.texts.ts';

const { nobodyPending: texts } = campaignFormTexts;

/** Warns that the chosen list has no pending people. Links to the list's import page, which returns to this form. */
export function NobodyPending({ list }: { list: RecipientList | undefined }) {
  const { pathname, search } = useLocation();
  if (list === undefined || list.pending_count > 0) return null;
  const linkToImport = (text: string) => (
    <Anchor
      component={Link}
      to={`/lists/${list.id}/import`}
      state={returnToState(pathname + search)}
      inherit
      underline="always"
    >
      {text}
    </Anchor>
  );
  return (
    <Alert color="yellow" variant="light" icon={<IconUsers aria-hidden />} title={texts.title(list.name)}>
      <RichText text={texts.text} tags={{ link: linkToImport }} />
    </Alert>
  );
}
