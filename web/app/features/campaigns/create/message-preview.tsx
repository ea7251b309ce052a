import { Text } from '@mantine/core';
import type { Recipient } from '@sandpiper/contract/recipients';
import { namedVariables, parseMessage, renderMessage, unknownPlaceholders } from '@sandpiper/contract/message';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { MessageBubble } from '../../../ui/message-bubble.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { campaignFormTexts } from '../campaign-form.texts.ts';

const { preview: texts } = campaignFormTexts;

type MessagePreviewProps = {
  content: string | undefined;
  listId: number | undefined;
  /** The names of the list's variables. */
  variables: readonly string[];
  people: number;
  accounts: number;
};

/**
 * Shows the message as the first pending person on the list will read it. Also shows how many people the campaign reaches, and
 * how many accounts it uses.
 */
export function MessagePreview({ content, listId, variables, people, accounts }: MessagePreviewProps) {
  const first = useQuery({
    queryKey: ['campaigns', 'create', 'first-recipient', listId ?? 0, people],
    queryFn: ({ signal }) =>
      call(
        'GET /api/lists/:id/recipients',
        // A campaign starts with the person who was added first. The API returns the newest people first, so with one person per page,
        // the person who was added first is on the last page.
        { params: { id: listId ?? 0 }, query: { status: 'pending', page: Math.max(1, people), limit: 1 } },
        { signal },
      ),
    enabled: listId !== undefined,
  });
  const reader = first.data?.recipients[0]?.recipient;
  return (
    <Panel
      title={texts.title}
      subtitle={content === undefined ? undefined : reader === undefined ? exampleText(content) : texts.reader(reader)}
    >
      {content === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.noTemplate}
        </Text>
      ) : (
        <Reading
          content={content}
          // Until a list is chosen, assume that it will have every variable in the template, so that there is no warning about variables.
          variables={listId === undefined ? namedVariables(content) : variables}
          reader={first.data?.recipients[0]}
        />
      )}
      {(listId === undefined || people > 0) && (
        <Text size="sm" c="dimmed" mt="md">
          {listId === undefined ? texts.noList : reachText(people, accounts)}
        </Text>
      )}
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

/** Describes a preview without a reader. Such a preview shows a sample username, and the fallbacks of all other variables. */
function exampleText(content: string): string {
  return namedVariables(content).length > 0 ? texts.withoutValues : texts.sample;
}

function reachText(people: number, accounts: number): string {
  return accounts === 0 ? texts.reach(people) : texts.reachFrom(people, accounts);
}
