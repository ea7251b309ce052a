import { Button, Skeleton } from '@mantine/core';
import type { AgentToken } from '@sandpiper/contract/agent-tokens';
import { useState } from 'react';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { strong, timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { useAgentTokens, useRevokeAgentToken } from './agent-tokens.queries.ts';
import { settingsTexts } from './settings.texts.ts';
import css from './token-list.module.css';

const texts = settingsTexts.tokens;
const platformNames = new Map<string, string>(Object.entries(texts.platforms));

function programOf({ version, platform }: AgentToken): string[] {
  return [
    ...(version === null ? [] : [texts.version(version)]),
    ...(platform === null ? [] : [platformNames.get(platform) ?? platform]),
  ];
}

function TokenBadge({ token }: { token: AgentToken }) {
  if (token.online) {
    return <Badge tone={token.is_paused ? 'yellow' : 'green'}>{token.is_paused ? texts.paused : texts.online}</Badge>;
  }
  return token.is_outdated ? <Badge tone="yellow">{texts.outdated}</Badge> : null;
}

/** Only while it is online: a computer that was paired again has another token, and this one stays as it was. */
function PagePackRefusal({ token }: { token: AgentToken }) {
  const refused = token.page_pack?.refused ?? null;
  if (token.page_pack === null || refused === null || !token.online) return null;
  return <p className={css['facts']}>{texts.pagePackRefused(refused, token.page_pack.version)}</p>;
}

function Time({ text, at }: { text: string; at: string }) {
  return <RichText text={text} tags={{ time: timeAt(at) }} />;
}

function TokenRow({ token, onRevoke }: { token: AgentToken; onRevoke: () => void }) {
  const program = programOf(token);
  return (
    <li className={css['token']}>
      <div className={css['words']}>
        <p className={css['name']}>
          {token.name} <TokenBadge token={token} />
        </p>
        <p className={css['facts']}>
          {token.last_seen_at === null ? texts.neverUsed : <Time text={texts.lastSeen} at={token.last_seen_at} />}
          {token.last_seen_at !== null && token.address !== null && texts.from(token.address)}
        </p>
        <p className={css['facts']}>
          {program.length > 0 && texts.program(program)}
          <Time text={texts.created} at={token.created_at} />
        </p>
        <PagePackRefusal token={token} />
      </div>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        flex="none"
        onClick={onRevoke}
        aria-label={texts.revokeOne(token.name)}
      >
        {texts.revoke}
      </Button>
    </li>
  );
}

/** All agent tokens of the user. Revoking one immediately signs out that computer's agent. */
export function TokenList() {
  const { data, isError, refetch } = useAgentTokens();
  const revokeToken = useRevokeAgentToken();
  const [asked, setAsked] = useState<AgentToken | null>(null);
  const [isAsking, setAsking] = useState(false);

  if (data === undefined) {
    return isError ? <LoadFailed what={texts.what} onRetry={() => void refetch()} /> : <Skeleton height={64} />;
  }
  if (data.tokens.length === 0) return <p className={css['none']}>{texts.none}</p>;
  return (
    <>
      <ul className={css['list']} aria-label={texts.list}>
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
        title={texts.revokeTitle}
        confirm={texts.revokeOne(asked?.name ?? '')}
        isDangerous
        onConfirm={() => {
          if (asked !== null) revokeToken.mutate(asked.id);
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      >
        <RichText text={texts.revokeWarning(asked?.name ?? '')} tags={{ strong }} />
      </ConfirmModal>
    </>
  );
}
