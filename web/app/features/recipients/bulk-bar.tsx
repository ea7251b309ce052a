import { Button, Group, Menu, Progress, Text } from '@mantine/core';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { IconChevronDown, IconTrash } from '@tabler/icons-react';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { BulkProgress } from './bulk-change.ts';
import { recipientTexts } from './recipients.texts.ts';
import { statusChoices } from './status-filter.tsx';

const { bulk: texts } = recipientTexts;

type BulkBarProps = {
  count: number;
  progress: BulkProgress | null;
  onStatus: (status: RecipientStatus) => void;
  onRemove: () => void;
  onClear: () => void;
};

/** The actions for the selected recipients, or the progress of the one that is running. */
export function BulkBar({ count, progress, onStatus, onRemove, onClear }: BulkBarProps) {
  if (progress !== null) return <BulkWork progress={progress} />;
  if (count === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={texts.label}>
      <Text size="sm" role="status">
        {texts.selected(count)}
      </Text>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={15} aria-hidden />}>
            {texts.status}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {statusChoices.map(({ value }) => (
            <Menu.Item key={value} onClick={() => onStatus(value)}>
              <StatusBadge status={value} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button variant="light" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
        {texts.remove}
      </Button>
      <Button variant="subtle" color="gray" onClick={onClear}>
        {texts.clear}
      </Button>
    </Group>
  );
}

function BulkWork({ progress: { change, done, total } }: { progress: BulkProgress }) {
  const text = change.kind === 'delete' ? texts.deleting(done, total) : texts.updating(done, total);
  return (
    <div style={{ flex: '0 1 16rem', minWidth: '12rem' }}>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress value={(done / total) * 100} size="sm" mt={4} aria-label={text} />
    </div>
  );
}
