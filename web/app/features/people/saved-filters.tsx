import { Button, Menu } from '@mantine/core';
import type { PeopleFilter } from '@sandpiper/contract/people-filter';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import { addressOf } from './people-filter.ts';
import { peopleTexts } from './people.texts.ts';
import { ManageFiltersDialog } from './manage-filters-dialog.tsx';
import { SaveFilterModal } from './save-filter-modal.tsx';
import { useSavedFilters } from './saved-filters.queries.ts';

const { saved: texts } = peopleTexts;

type SavedFiltersProps = {
  filter: PeopleFilter;
  /** Whether any filter is set. If none is, there is nothing to save. */
  isFiltered: boolean;
};

/** A menu for applying, saving, renaming and deleting filters. */
export function SavedFilters({ filter, isFiltered }: SavedFiltersProps) {
  const navigate = useNavigate();
  const isAllowed = useHasSubscription();
  const { data } = useSavedFilters();
  const form = useDialogState<'save' | 'manage'>();
  const saved = data?.saved_filters ?? [];
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={15} aria-hidden />}
          >
            {texts.menu}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{saved.length === 0 ? texts.none : texts.heading}</Menu.Label>
          {saved.map(({ id, name, filter: wanted }) => (
            <Menu.Item key={id} onClick={() => void navigate({ search: addressOf(wanted).toString() })}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Item isPossible={isAllowed && isFiltered} onChoose={() => form.open('save')}>
            {texts.save}
          </Item>
          <Item isPossible={isAllowed && saved.length > 0} onChoose={() => form.open('manage')}>
            {texts.manage}
          </Item>
        </Menu.Dropdown>
      </Menu>
      <SaveFilterModal filter={filter} isOpen={form.isOpen && form.target === 'save'} onClose={form.close} />
      <ManageFiltersDialog saved={saved} isOpen={form.isOpen && form.target === 'manage'} onClose={form.close} />
    </>
  );
}

type ItemProps = { isPossible: boolean; onChoose: () => void; children: string };

/** A menu item that stays focusable while disabled. Otherwise, keyboard users couldn't open a menu whose items are all disabled. */
function Item({ isPossible, onChoose, children }: ItemProps) {
  return (
    <Menu.Item
      aria-disabled={!isPossible}
      {...(!isPossible && { 'data-disabled': true })}
      closeMenuOnClick={isPossible}
      onClick={isPossible ? onChoose : undefined}
    >
      {children}
    </Menu.Item>
  );
}
