import { Skeleton } from '@mantine/core';
import type { AgentToken } from '@sandpiper/contract/agent-tokens';
import { useState } from 'react';
import { ConfirmRemoval } from '../../ui/confirm-modal.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { strong, timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Fact, RemoveButton, Row, RowList } from '../../ui/row-list.tsx';
import { Badge } from '../../ui/status-badge.tsx';
import { useAgentTokens, useRevokeAgentToken } from './agent-tokens.queries.ts';
import { settingsTexts } from './settings.texts.ts';

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
  return token.outdated_at !== null ? <Badge tone="yellow">{texts.outdated}</Badge> : null;
}

/**
 * Shows why an agent refused the latest page pack. Hidden while the agent is offline, because the reason may be outdated. For example, a
 * computer that is paired again gets a new token, and the old token's information is never updated.
 */
function PagePackRefusal({ token }: { token: AgentToken }) {
  const refused = token.page_pack?.refused ?? null;
  if (token.page_pack === null || refused === null || !token.online) return null;
  return <Fact>{texts.pagePackRefused(refused, token.page_pack.version)}</Fact>;
}

function Time({ text, at }: { text: string; at: string }) {
  return <RichText text={text} tags={{ time: timeAt(at) }} />;
}

function TokenRow({ token, onRevoke }: { token: AgentToken; onRevoke: () => void }) {
  const program = programOf(token);
  return (
    <Row
      name={token.name}
      badge={<TokenBadge token={token} />}
      action={<RemoveButton text={texts.revoke} label={texts.revokeOne(token.name)} onClick={onRevoke} />}
    >
      <Fact>
        {token.last_seen_at === null ? texts.neverUsed : <Time text={texts.lastSeen} at={token.last_seen_at} />}
        {token.last_seen_at !== null && token.address !== null && texts.from(token.address)}
      </Fact>
      <Fact>
        {program.length > 0 && texts.program(program)}
        <Time text={texts.created} at={token.created_at} />
      </Fact>
      <PagePackRefusal token={token} />
    </Row>
  );
}

function RevokeToken({ token, onClose }: { token: AgentToken; onClose: () => void }) {
  const removal = useRevokeAgentToken();
  return (
    <ConfirmRemoval
      removal={removal}
      of={token.id}
      title={texts.revokeTitle}
      confirm={texts.revokeOne(token.name)}
      onClose={onClose}
    >
      <RichText text={texts.revokeWarning(token.name)} tags={{ strong }} />
    </ConfirmRemoval>
  );
}

/** Lists the user's agent tokens. Revoking a token immediately disconnects the agent that uses it. */
export function TokenList() {
  const { data, isError, refetch } = useAgentTokens();
  const [revoked, setRevoked] = useState<AgentToken | null>(null);

  if (data === undefined) {
    return isError ? <LoadFailed what={texts.what} onRetry={() => void refetch()} /> : <Skeleton height={64} />;
  }
  if (data.tokens.length === 0) return <Fact>{texts.none}</Fact>;
  return (
    <>
      <RowList label={texts.list}>
        {data.tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
        ))}
      </RowList>
      {revoked !== null && <RevokeToken token={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}
