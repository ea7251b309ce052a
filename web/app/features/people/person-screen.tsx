import { Button, Menu, Stack } from '@mantine/core';
import { instagramUrl } from '@sandpiper/contract/usernames';
import { IconBrandInstagram, IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { isNotFound } from '../../platform/failure.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SubscriptionBanner } from '../../ui/notices.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DoNotContactMark } from '../../ui/person-name.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { SkeletonCard } from '../../ui/skeletons.tsx';
import { ForgetDialog } from './person/forget-dialog.tsx';
import { MarkNotice } from './person/mark-notice.tsx';
import { NotePanel } from './person/note-panel.tsx';
import css from './person/person-screen.module.css';
import { usePerson, type PersonDetail } from './person/person.queries.ts';
import { personTexts } from './person/person.texts.ts';
import { ListsPanel, SummaryPanel } from './person/side-panels.tsx';
import { TagsPanel } from './person/tags-panel.tsx';
import { TimelinePanel } from './person/timeline-panel.tsx';

const { page: texts, actions: actionTexts } = personTexts;

const back = <BackLink to="/people">{texts.back}</BackLink>;

type PersonScreenProps = {
  username: string;
  /**
   * Called when the user wants to add this person to the do-not-contact list. `campaigns` contains the names of the campaigns that would
   * still message the person.
   */
  onNeverContact: (campaigns: readonly string[]) => void;
  onAllowContact: () => void;
};

/** A person's page: a summary, the note, the timeline, the lists and the tags. */
export function PersonScreen({ username, ...actions }: PersonScreenProps) {
  const { data, error, refetch } = usePerson(username);
  if (isNotFound(error)) return <PersonNotFound />;
  if (data !== undefined) return <Loaded detail={data} {...actions} />;
  return (
    <>
      <PageHeader title={`@${username}`} back={back} />
      {error === null ? <Loading /> : <LoadFailed what={texts.loadFailed} onRetry={() => void refetch()} />}
    </>
  );
}

function PersonNotFound() {
  return (
    <>
      <PageHeader title={texts.notFound} back={back} />
      <EmptyState title={texts.notFoundText} action={<LinkButton to="/people">{texts.backToPeople}</LinkButton>} />
    </>
  );
}

function Loading() {
  return (
    <Stack role="status" aria-label={texts.loading}>
      <SkeletonCard height={160} />
      <SkeletonCard height={320} />
    </Stack>
  );
}

type LoadedProps = Omit<PersonScreenProps, 'username'> & { detail: PersonDetail };

function Loaded({ detail, onNeverContact, onAllowContact }: LoadedProps) {
  const { person } = detail;
  const { username, is_do_not_contact: isDoNotContact } = person;
  const [isForgetting, setForgetting] = useState(false);
  return (
    <>
      <PageHeader
        title={`@${username}`}
        back={back}
        badges={isDoNotContact ? <DoNotContactMark /> : undefined}
        actions={
          <>
            {isDoNotContact ? (
              <Button variant="default" onClick={onAllowContact}>
                {actionTexts.allow}
              </Button>
            ) : (
              <Button
                variant="default"
                onClick={() => onNeverContact(detail.summary.waiting_in.map(({ name }) => name))}
              >
                {actionTexts.never}
              </Button>
            )}
            <span>
              <RowMenu of={actionTexts.of(username)}>
                <Menu.Item
                  component="a"
                  href={instagramUrl(username)}
                  target="_blank"
                  rel="noreferrer"
                  leftSection={<IconBrandInstagram size={16} aria-hidden />}
                >
                  {texts.instagram}
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<IconEraser size={16} aria-hidden />}
                  onClick={() => setForgetting(true)}
                >
                  {actionTexts.forget}
                </Menu.Item>
              </RowMenu>
            </span>
          </>
        }
      />
      <SubscriptionBanner what={texts.subscription} />
      <MarkNotice mark={detail.mark} />
      <div className={css['columns']}>
        <SummaryPanel detail={detail} />
        <div className={css['main']}>
          <TimelinePanel username={username} />
          <NotePanel person={person} />
        </div>
        <div className={css['side']}>
          <ListsPanel person={person} />
          <TagsPanel person={person} />
        </div>
      </div>
      {isForgetting && <ForgetDialog detail={detail} onClose={() => setForgetting(false)} />}
    </>
  );
}
