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
  /** Something is filtered, so it can be saved. */
  isFiltered: boolean;
};

/** The filters a user has saved: show one, save the current one, rename or delete. */
export function SavedFilters({ filter, isFiltered }: SavedFiltersProps) {
  const navigate = useNavigate();
  const isAllowed = useHasSubscription();
  const { data } = useSavedFilters();
  const form = useDialogState<'save' | 'manage'>();
  const saved = data?.saved_filters ?? [];
  const isSavable = isAllowed && isFiltered;
  return (
    <>
      {/* Without an item to take the focus, Escape would not close the menu. */}
      <Menu withInitialFocusPlaceholder={saved.length === 0 && !isSavable}>
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
          <Menu.Item disabled={!isSavable} onClick={() => form.open('save')}>
            {texts.save}
          </Menu.Item>
          <Menu.Item disabled={!isAllowed || saved.length === 0} onClick={() => form.open('manage')}>
            {texts.manage}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SaveFilterModal filter={filter} isOpen={form.isOpen && form.target === 'save'} onClose={form.close} />
      <ManageFiltersDialog saved={saved} isOpen={form.isOpen && form.target === 'manage'} onClose={form.close} />
    </>
  );
}
