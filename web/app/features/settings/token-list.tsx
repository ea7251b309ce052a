import { Button, Skeleton } from '@mantine/core';
import type { AgentToken } from '@sandpiper/contract/agent-tokens';
import { useState } from 'react';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { useAgentTokens, useRevokeAgentToken } from './agent-tokens.queries.ts';
import css from './token-list.module.css';

const platformNames = new Map([
  ['win32', 'Windows'],
  ['darwin', 'macOS'],
  ['linux', 'Linux'],
]);

function programOf({ version, platform }: AgentToken): string {
  const parts = [
    version === null ? null : `version ${version}`,
    platform === null ? null : (platformNames.get(platform) ?? platform),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function TokenRow({ token, onRevoke }: { token: AgentToken; onRevoke: () => void }) {
  const program = programOf(token);
  return (
    <li className={css['token']}>
      <div className={css['words']}>
        <p className={css['name']}>
          {token.name}{' '}
          {token.online ? (
            <Badge tone={token.is_paused ? 'yellow' : 'green'}>{token.is_paused ? 'Paused' : 'Online'}</Badge>
          ) : token.is_outdated ? (
            <Badge tone="red">Needs an update</Badge>
          ) : null}
        </p>
        <p className={css['facts']}>
          {token.last_seen_at === null ? (
            'Never used'
          ) : (
            <>
              Last seen <RelativeTime at={token.last_seen_at} />
            </>
          )}
          {program === '' ? '' : ` · ${program}`} · made <RelativeTime at={token.created_at} />
        </p>
      </div>
      <Button variant="subtle" color="red" size="xs" flex="none" onClick={onRevoke} aria-label={`Revoke ${token.name}`}>
        Revoke
      </Button>
    </li>
  );
}

/** Every agent token of the user. Revoking one signs that computer's agent out at once. */
export function TokenList() {
  const { data, isError, refetch } = useAgentTokens();
  const revokeToken = useRevokeAgentToken();
  const [asked, setAsked] = useState<AgentToken | null>(null);
  const [isAsking, setAsking] = useState(false);

  if (data === undefined) {
    return isError ? <LoadFailed what="Agent tokens" onRetry={() => void refetch()} /> : <Skeleton height={64} />;
  }
  if (data.tokens.length === 0) return <p className={css['none']}>No computer is connected yet.</p>;
  return (
    <>
      <ul className={css['list']} aria-label="Connected computers">
        {data.tokens.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            onRevoke={() => {
              setAsked(token);
              setAsking(true);
            }}
          />
        ))}
      </ul>
      <ConfirmModal
        isOpen={isAsking}
        title="Revoke token"
        confirm={`Revoke ${asked?.name ?? ''}`}
        isDangerous
        onConfirm={() => {
          if (asked !== null) revokeToken.mutate(asked.id);
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      >
        The agent on <strong>{asked?.name}</strong> is signed out at once and sends nothing more. Campaigns wait for
        another agent of yours.
      </ConfirmModal>
    </>
  );
}
