import { Button, Group, Menu, Text } from '@mantine/core';
import type { BoundedCount } from '@sandpiper/contract/primitives';
import type { RecipientStatus } from '@sandpiper/contract/recipients';
import { IconChevronDown, IconTrash } from '@tabler/icons-react';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { boundedCount, boundedText } from '../../platform/bounded-counts.ts';
import { capitalized, formatCount } from '../../platform/numbers.ts';
import { recipientTexts } from './recipients.texts.ts';
import { statusChoices } from './status-filter.tsx';

const { bulk: texts } = recipientTexts;

type BulkBarProps = {
  selected: BoundedCount;
  /** How many people match the filter. Undefined unless everyone on this page is selected and more people match. */
  matching: BoundedCount | undefined;
  isBusy: boolean;
  onSelectAll: () => void;
  onStatus: (status: RecipientStatus) => void;
  onRemove: () => void;
  onClear: () => void;
};

export function BulkBar({ selected, matching, isBusy, onSelectAll, onStatus, onRemove, onClear }: BulkBarProps) {
  if (selected.count === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={texts.label}>
      <Text size="sm" role="status">
        {capitalized(texts.selected(boundedText(selected, formatCount)))}
      </Text>
      {matching !== undefined && (
        <Button variant="subtle" onClick={onSelectAll}>
          {texts.selectAll(boundedCount(matching))}
        </Button>
      )}
      <Menu>
        <Menu.Target>
          <Button variant="default" loading={isBusy} rightSection={<IconChevronDown size={15} aria-hidden />}>
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
      <Button
        variant="light"
        color="red"
        disabled={isBusy}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={onRemove}
      >
        {texts.remove}
      </Button>
      <Button variant="subtle" color="gray" onClick={onClear}>
        {texts.clear}
      </Button>
    </Group>
  );
}
