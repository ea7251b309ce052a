import { Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { PeopleScope } from '@sandpiper/contract/people-changes';
import { IconChevronDown } from '@tabler/icons-react';
import { useDialogState } from '../../platform/dialog-state.ts';
import { boundedCount, boundedText } from '../../platform/bounded-counts.ts';
import { capitalized } from '../../platform/numbers.ts';
import { useHasSubscription } from '../../platform/session.tsx';
import css from './change-bar.module.css';
import { ChangeDialog } from './change-dialog.tsx';
import { changeTypes, type ChangeType } from './change-form.ts';
import { peopleChangesTexts } from './people-changes.texts.ts';

const { bar: texts } = peopleChangesTexts;

type Count = { count: number; is_more: boolean };

type ChangeBarProps = {
  /** The people to change. */
  scope: PeopleScope;
  selected: Count;
  /** The number of people who match the filter. If this and `onSelectAll` are set, the toolbar has a button that selects all of them. */
  matching?: Count | undefined;
  onSelectAll?: (() => void) | undefined;
  /** Called once the server has accepted the change, which may still be running in the background. */
  onMade: () => void;
  onClear: () => void;
};

/** A toolbar with the changes that can be made to the selected people. */
export function ChangeBar(props: ChangeBarProps) {
  const { scope, selected, matching, onSelectAll, onMade, onClear } = props;
  const dialog = useDialogState<ChangeType>();
  return (
    <div className={css['bar']} role="group" aria-label={texts.label}>
      <span className={css['count']} role="status">
        {capitalized(texts.selected(boundedText(selected)))}
      </span>
      {matching !== undefined && onSelectAll !== undefined && (
        <Button size="compact-sm" variant="subtle" onClick={onSelectAll}>
          {texts.selectAll(boundedCount(matching))}
        </Button>
      )}
      <ChangeButtons onOpen={dialog.open} />
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        {texts.clear}
      </Button>
      {dialog.isOpen && dialog.target !== null && (
        <ChangeDialog
          type={dialog.target}
          scope={scope}
          onMade={() => {
            dialog.close();
            onMade();
          }}
          onClose={dialog.close}
        />
      )}
    </div>
  );
}

const usualChanges: readonly ChangeType[] = ['tag', 'add_to_list', 'set_status', 'do_not_contact'];
const otherChanges: readonly ChangeType[] = ['untag', 'remove_from_list'];

/** Shows common changes as buttons and the others in a menu. In windows up to 1200 pixels wide, all changes are in one menu. */
function ChangeButtons({ onOpen }: { onOpen: (type: ChangeType) => void }) {
  const isSmall = useMediaQuery('(max-width: 75em)');
  const isSubscribed = useHasSubscription();
  const propsOf = (type: ChangeType) => ({
    disabled: !isSubscribed && type !== 'do_not_contact',
    onClick: () => onOpen(type),
    children: texts.actions[type],
  });
  return (
    <>
      {!isSmall &&
        usualChanges.map((type) => <Button key={type} size="compact-sm" variant="default" {...propsOf(type)} />)}
      <Menu>
        <Menu.Target>
          <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {isSmall ? texts.change : texts.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(isSmall ? changeTypes : otherChanges).map((type) => (
            <Menu.Item key={type} {...propsOf(type)} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
