import { Text } from '@mantine/core';
import type { Settings } from '@sandpiper/contract/settings';
import { sandboxFactor } from '@sandpiper/contract/limits';
import { renderMessage } from '@sandpiper/contract/message';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { peopleText } from '../../platform/numbers.ts';
import { useSession } from '../../platform/session.tsx';
import { MessageBubble } from '../../ui/message-bubble.tsx';
import { Panel } from '../../ui/panel.tsx';

type MessagePreviewProps = {
  content: string | undefined;
  listId: number | undefined;
  people: number;
  accounts: number;
};

/** What the first person of the list will read, and how long the whole will take. */
export function MessagePreview({ content, listId, people, accounts }: MessagePreviewProps) {
  const { isSandbox } = useSession();
  const first = useQuery({
    queryKey: ['campaigns', 'create', 'first-recipient', listId ?? 0, people],
    queryFn: ({ signal }) =>
      call(
        'GET /api/lists/:id/recipients',
        // The list shows who was added last first; a campaign begins with who was added first.
        { params: { id: listId ?? 0 }, query: { status: 'pending', page: Math.max(1, people), limit: 1 } },
        { signal },
      ),
    enabled: listId !== undefined,
  });
  const settings = useQuery({
    queryKey: ['campaigns', 'create', 'settings'],
    queryFn: ({ signal }) => call('GET /api/settings', undefined, { signal }),
  });
  const reader = first.data?.recipients[0]?.recipient;
  const duration =
    settings.data === undefined
      ? null
      : expectedDuration(people, accounts, settings.data.settings, isSandbox ? sandboxFactor : 1);
  return (
    <Panel
      title="Preview"
      subtitle={
        content === undefined
          ? undefined
          : reader === undefined
            ? 'With “username” in the place of a name'
            : `As ${reader} will read it`
      }
    >
      {content === undefined ? (
        <Text size="sm" c="dimmed">
          Choose a template to see the message.
        </Text>
      ) : (
        <MessageBubble text={renderMessage(content, { username: reader ?? 'username' })} />
      )}
      <Text size="sm" c="dimmed" mt="md">
        {listId === undefined ? 'Choose a list to see how many people it reaches.' : `Up to ${peopleText(people)}`}
        {listId !== undefined && accounts > 0 && ` from ${accounts} ${accounts === 1 ? 'account' : 'accounts'}`}
        {duration !== null && ` in about ${duration}`}
        {listId !== undefined && '.'}
      </Text>
    </Panel>
  );
}

/** Such as "3 hours", from the middle of the waiting time between two messages of one account, which passes so many times faster. */
export function expectedDuration(people: number, accounts: number, settings: Settings, speed = 1): string | null {
  if (people === 0 || accounts === 0) return null;
  const seconds = Math.ceil(people / accounts) * ((settings.delay_start + settings.delay_end) / 2 / speed);
  const units = [
    ['day', 86_400],
    ['hour', 3600],
  ] as const;
  for (const [unit, size] of units) {
    const amount = Math.round(seconds / size);
    if (seconds >= size * 1.5) return `${amount} ${unit}s`;
  }
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
