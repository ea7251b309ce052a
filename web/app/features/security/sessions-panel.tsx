import { Button, Checkbox, Skeleton, Stack } from '@mantine/core';
import type { Session } from '@sandpiper/contract/sessions';
import { useState } from 'react';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Fact, RemoveButton, Row, RowList } from '../../ui/row-list.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { securityTexts } from './security.texts.ts';
import { useEndOthers, useEndSession, useSessions } from './sessions.queries.ts';

const texts = securityTexts.sessions;

function SessionRow({ session }: { session: Session }) {
  const endSession = useEndSession();
  const browser = session.browser ?? texts.unknown;
  return (
    <Row
      name={browser}
      badge={session.is_current && <Badge tone="green">{texts.current}</Badge>}
      action={
        !session.is_current && (
          <RemoveButton
            text={texts.end}
            label={texts.endOne(browser)}
            isBusy={endSession.isPending}
            onClick={() => endSession.mutate(session.id)}
          />
        )
      }
    >
      <Fact>
        <RichText text={texts.lastUsed} tags={{ time: timeAt(session.last_used_at) }} />
        {session.address !== null && texts.from(session.address)}
      </Fact>
      <Fact>
        <RichText text={texts.since} tags={{ time: timeAt(session.created_at) }} />
      </Fact>
    </Row>
  );
}

function EndOthers({ others }: { others: number }) {
  const endOthers = useEndOthers();
  const [isAsking, setAsking] = useState(false);
  const [withComputers, setWithComputers] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.endOthers}
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        title={texts.endOthersTitle}
        confirm={texts.endOthers}
        isDangerous
        isBusy={endOthers.isPending}
        onConfirm={() => endOthers.mutate(withComputers, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <Stack gap="sm">
          {texts.endOthersText(others)}
          <Checkbox
            label={texts.withComputers}
            description={texts.withComputersHint}
            checked={withComputers}
            onChange={({ currentTarget }) => setWithComputers(currentTarget.checked)}
          />
        </Stack>
      </ConfirmModal>
    </>
  );
}

/** Lists the browsers where the user is signed in. */
export function SessionsPanel() {
  const sessions = useSessions();
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Loaded query={sessions} what={texts.what} skeleton={<Skeleton h={150} />}>
        {(data) => (
          <Stack>
            <RowList label={texts.list}>
              {data.sessions.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </RowList>
            <div>
              <EndOthers others={data.sessions.filter((session) => !session.is_current).length} />
            </div>
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
