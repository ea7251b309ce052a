import { createSpotlight, Spotlight, useSpotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconList, IconSearch, IconSend, IconUser, IconUserCircle, type TablerIcon } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSearch, type FoundKind } from '../features/search/search.queries.ts';
import { searchTexts } from '../features/search/search.texts.ts';
import { useCloseOnNavigation } from '../platform/use-close-on-navigation.ts';
import { useOpenDialog } from '../ui/use-open-dialog.ts';
import css from './command-palette.module.css';
import { pagesTexts } from './pages.texts.ts';
import { useActionCommands, useCampaignCommands, useScreenCommands, type PaletteActions } from './palette-commands.tsx';

const texts = pagesTexts.palette;
const [store, spotlight] = createSpotlight();

type Group = { name: string; commands: SpotlightActionData[] };

type CommandPaletteProps = PaletteActions & {
  /** Returns the letters that the user typed before the search field had focus. */
  takeTyped: () => string;
};

/** A search dialog for screens, common actions and the user's own data. */
export function CommandPalette(props: CommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const { opened } = useSpotlight(store);
  const open = useOpenDialog({ isOpen: opened, onEscape: () => spotlight.close() });
  useEffect(() => {
    spotlight.open();
  }, []);
  useCloseOnNavigation(() => spotlight.close());

  return (
    <Spotlight.Root
      {...open}
      store={store}
      query={typed}
      onQueryChange={setTyped}
      attributes={{ content: { 'aria-label': texts.label } }}
      shortcut={null}
      // If the palette were centered, the search field would move whenever the number of results changes.
      centered={false}
      scrollable
      maxHeight={420}
    >
      <Content {...props} root={open.ref} typed={typed} onType={setTyped} />
    </Spotlight.Root>
  );
}

type ContentProps = CommandPaletteProps & {
  /** The element that contains the palette. */
  root: { current: HTMLElement | null };
  typed: string;
  onType: (typed: string) => void;
};

/** The content of the open palette. While the palette is closed, its content isn't mounted, so nothing is loaded. */
function Content({ takeTyped, root, typed, onType, ...actions }: ContentProps) {
  const own = useOwnCommands(typed, actions);
  const search = useSearch(typed);
  const found = useFoundCommands(search.groups, own);
  const groups = merged([...own, ...found]);
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  useSelection(root, groups);

  return (
    <>
      <Spotlight.Search
        leftSection={<IconSearch size={18} />}
        placeholder={texts.placeholder}
        aria-label={texts.label}
        maxLength={200}
        onFocus={() => onType(typed + takeTyped())}
      />
      {count > 0 && (
        <Spotlight.ActionsList>
          {groups.map(({ name, commands }) => (
            <Spotlight.ActionsGroup key={name} label={name} role="group" aria-label={name}>
              {commands.map(({ id, ...command }) => (
                <Spotlight.Action key={id} className={css['action'] ?? ''} highlightQuery {...command} />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
      {count === 0 && (search.isSearching || search.failed.length === 0) && (
        <Spotlight.Empty>{search.isSearching ? searchTexts.searching : searchTexts.nothingFound}</Spotlight.Empty>
      )}
      {search.failed.length > 0 && <SearchFailed kinds={search.failed} onRetry={search.retry} />}
      <VisuallyHidden role="status">
        {typed.trim() !== '' && !search.isSearching ? searchTexts.found(count) : ''}
      </VisuallyHidden>
    </>
  );
}

function SearchFailed({ kinds, onRetry }: { kinds: readonly string[]; onRetry: () => void }) {
  return (
    <Spotlight.Footer className={css['failed'] ?? ''} role="alert">
      {searchTexts.failed(kinds)}
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        {searchTexts.retry}
      </Button>
    </Spotlight.Footer>
  );
}

function useOwnCommands(typed: string, callbacks: PaletteActions): Group[] {
  const actions = useActionCommands(callbacks);
  const screens = useScreenCommands();
  const campaigns = useCampaignCommands();
  return [
    { name: texts.groups.actions, commands: fitting(actions, typed) },
    { name: texts.groups.screens, commands: fitting(screens, typed) },
    { name: searchTexts.kinds.campaigns, commands: fitting(campaigns, typed) },
  ];
}

/** Returns the commands whose name, description or keywords contain every word of the search text. Matches in the name come first. */
function fitting(commands: SpotlightActionData[], typed: string): SpotlightActionData[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const hasAll = (...texts: unknown[]) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const named = commands.filter(({ label }) => hasAll(label));
  const others = commands.filter(
    ({ label, description, keywords }) => !hasAll(label) && hasAll(label, description, keywords),
  );
  return [...named, ...others];
}

const icons: Record<FoundKind, TablerIcon> = {
  people: IconUser,
  lists: IconList,
  campaigns: IconSend,
  accounts: IconUserCircle,
};

function useFoundCommands(found: ReturnType<typeof useSearch>['groups'], own: Group[]): Group[] {
  const navigate = useNavigate();
  const known = new Set(own.flatMap(({ commands }) => commands.map(({ id }) => id)));
  return found.map(({ kind, items }) => {
    const Icon = icons[kind];
    return {
      name: searchTexts.kinds[kind],
      commands: items
        .filter(({ path }) => !known.has(path))
        .map(({ name, note, path }) => ({
          id: path,
          label: name,
          description: note,
          leftSection: <Icon size={18} />,
          onClick: () => void navigate(path),
        })),
    };
  });
}

const order = [texts.groups.actions, texts.groups.screens, ...Object.values(searchTexts.kinds)];

/** Merges groups with the same name, sorts the groups in a fixed order, and drops empty groups. */
function merged(groups: Group[]): Group[] {
  return order
    .map((name) => ({
      name,
      commands: groups.filter((group) => group.name === name).flatMap(({ commands }) => commands),
    }))
    .filter(({ commands }) => commands.length > 0);
}

/**
 * Keeps the same command selected when commands are added above it, and selects the first command if none is selected. Mantine itself
 * updates the selection only while the user types.
 */
function useSelection(root: { current: HTMLElement | null }, groups: Group[]): void {
  const ids = groups.flatMap(({ commands }) => commands.map(({ id }) => id)).join(' ');
  useEffect(() => {
    const shown = [...(root.current?.querySelectorAll('[data-action]') ?? [])];
    if (shown.length === 0) return;
    const selected = Math.max(
      0,
      shown.findIndex((action) => action.hasAttribute('data-selected')),
    );
    shown[selected]?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected }));
  }, [root, ids]);
}
