import { Button, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Invitation } from '@sandpiper/contract/registration';
import { useState } from 'react';
import { ConfirmRemoval } from '../../ui/confirm-modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Fact, RemoveButton, Row, RowList } from '../../ui/row-list.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { NewInvitationModal } from './new-invitation-modal.tsx';
import { useInvitations, useRevokeInvitation } from './registration.queries.ts';
import { registrationTexts } from './registration.texts.ts';

const texts = registrationTexts.invitations;

const nameOf = ({ id, note }: Invitation) => (note === '' ? texts.unnamed(id) : note);

function EndBadge({ invitation }: { invitation: Invitation }) {
  if (invitation.uses >= invitation.max_uses) return <Badge tone="green">{texts.usedUp}</Badge>;
  if (Date.parse(invitation.expires_at) <= Date.now()) return <Badge tone="yellow">{texts.expired}</Badge>;
  return invitation.has_active_creator ? null : <Badge tone="yellow">{texts.noCreator}</Badge>;
}

function InvitationRow({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { uses, max_uses, created_by, created_at, expires_at } = invitation;
  const name = nameOf(invitation);
  return (
    <Row
      name={name}
      badge={<EndBadge invitation={invitation} />}
      action={<RemoveButton text={texts.revoke} label={texts.revokeOne(name)} onClick={onRevoke} />}
    >
      <Fact>
        {texts.uses(uses, max_uses)} · <RichText text={texts.expires} tags={{ time: timeAt(expires_at) }} />
      </Fact>
      <Fact>
        <RichText text={texts.created_at} tags={{ time: timeAt(created_at) }} /> {texts.by(created_by)}
      </Fact>
    </Row>
  );
}

function RevokeInvitation({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const removal = useRevokeInvitation();
  return (
    <ConfirmRemoval
      removal={removal}
      of={invitation.id}
      title={texts.revokeTitle(nameOf(invitation))}
      confirm={texts.revoke}
      onClose={onClose}
    >
      {texts.revokeWarning}
    </ConfirmRemoval>
  );
}

function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  if (invitations.length === 0) return <Text size="sm">{texts.none}</Text>;
  return (
    <>
      <RowList label={texts.title}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onRevoke={() => setRevoked(invitation)} />
        ))}
      </RowList>
      {revoked !== null && <RevokeInvitation invitation={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

/** Lists the invitations, which people need when registration is by invitation only. */
export function InvitationsPanel() {
  const list = useInvitations();
  const { data, isError, refetch } = list;
  const [isCreating, setCreating] = useState(false);
  if (isError && data === undefined) return <LoadFailed what={texts.what} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={{ base: 190, sm: 125 }} />;
  return (
    <Panel
      title={texts.title}
      subtitle={texts.onlyByInvitation}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          {texts.create}
        </Button>
      }
    >
      <InvitationList invitations={data.pages.flatMap(({ invitations }) => invitations)} />
      <ShowMore list={list}>{texts.more}</ShowMore>
      {isCreating && <NewInvitationModal onClose={() => setCreating(false)} />}
    </Panel>
  );
}
