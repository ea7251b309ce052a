import { Text } from '@mantine/core';
import type { Recipient } from '@sandpiper/contract/recipients';
import type { Settings } from '@sandpiper/contract/settings';
import { sandboxFactor } from '@sandpiper/contract/limits';
import { parseMessage, renderMessage, unknownPlaceholders } from '@sandpiper/contract/message';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { useSession } from '../../../platform/session.tsx';
import { MessageBubble } from '../../../ui/message-bubble.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { campaignFormTexts } from '../campaign-form.texts.ts';

const { preview: texts } = campaignFormTexts;

const dayS = 86_400;
const hourS = 3600;

type MessagePreviewProps = {
  content: string | undefined;
  listId: number | undefined;
  /** The names of the list's variables. */
  variables: readonly string[];
  people: number;
  accounts: number;
};

/** Shows the message to the first pending person on the list, and an estimate of how long the campaign will take. */
export function MessagePreview({ content, listId, variables, people, accounts }: MessagePreviewProps) {
  const { isSandbox } = useSession();
  const first = useQuery({
    queryKey: ['campaigns', 'create', 'first-recipient', listId ?? 0, people],
    queryFn: ({ signal }) =>
      call(
        'GET /api/lists/:id/recipients',
        // A campaign starts with the person added first. The API sorts newest first, so with one person per page, they are on the last page.
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
      title={texts.title}
      subtitle={content === undefined ? undefined : reader === undefined ? texts.sample : texts.reader(reader)}
    >
      {content === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.noTemplate}
        </Text>
      ) : (
        <Reading content={content} variables={variables} reader={first.data?.recipients[0]} />
      )}
      <Text size="sm" c="dimmed" mt="md">
        {listId === undefined ? texts.noList : reachText(people, accounts, duration)}
      </Text>
    </Panel>
  );
}

type ReadingProps = { content: string; variables: readonly string[]; reader: Recipient | undefined };

function Reading({ content, variables, reader }: ReadingProps) {
  const values = { ...reader?.variables, username: reader?.recipient ?? texts.sampleName };
  const { text, missing } = renderMessage(parseMessage(content, variables), values);
  const known = variables.filter((name) => !missing.includes(name));
  const unknown = unknownPlaceholders(content, variables);
  return (
    <>
      <MessageBubble text={text} marks={unknownPlaceholders(content, known)} />
      {unknown.length > 0 && (
        <Text size="sm" mt="xs" c="var(--yellow-text)">
          {texts.unknown(unknown)}
        </Text>
      )}
      {missing.length > 0 && reader !== undefined && (
        <Text size="sm" mt="xs" c="var(--yellow-text)">
          {texts.skipped(reader.recipient, missing)}
        </Text>
      )}
    </>
  );
}

function reachText(people: number, accounts: number, duration: string | null): string {
  if (people === 0) return texts.nobody;
  if (accounts === 0) return texts.reach(people);
  return duration === null ? texts.reachFrom(people, accounts) : texts.reachIn(people, accounts, duration);
}

/**
 * Formats the expected duration, for example "3 hours". Uses the average delay between two messages from one account, divided by `speed`.
 * Returns null if there are no people or no accounts.
 */
export function expectedDuration(people: number, accounts: number, settings: Settings, speed = 1): string | null {
  if (people === 0 || accounts === 0) return null;
  const seconds = Math.ceil(people / accounts) * ((settings.delay_start + settings.delay_end) / 2 / speed);
  if (seconds >= dayS * 1.5) return texts.days(Math.round(seconds / dayS));
  if (seconds >= hourS * 1.5) return texts.hours(Math.round(seconds / hourS));
  return texts.minutes(Math.max(1, Math.round(seconds / 60)));
}
