import { Kbd, Switch } from '@mantine/core';
import { navigationGroups } from '../features/shell/navigation.ts';
import { shellTexts } from '../features/shell/shell.texts.ts';
import { useUser } from '../platform/session.tsx';
import { isApple } from '../platform/is-apple.ts';
import { useCloseOnNavigation } from '../platform/use-close-on-navigation.ts';
import { Dialog } from '../ui/dialog.tsx';
import { pagesTexts } from './pages.texts.ts';
import css from './shortcuts-dialog.module.css';
import { useShortcutChoice } from './use-shortcuts.ts';

const texts = pagesTexts.shortcuts;

type Shortcut = { what: string; keys: readonly string[] };

function Keys({ of }: { of: readonly Shortcut[] }) {
  return (
    <dl className={css['keys']}>
      {of.map(({ what, keys }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists the keyboard shortcuts, and lets the user turn off those without Ctrl or Command. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { role } = useUser();
  useCloseOnNavigation(onClose);
  const [isOn, setOn] = useShortcutChoice();
  const screens = navigationGroups(role)
    .flatMap(({ entries }) => entries)
    .flatMap(({ name, key }) => (key === undefined ? [] : [{ what: name, keys: ['G', key.toUpperCase()] }]));
  const { apple, other } = shellTexts.header.shortcut;
  const search = isApple() ? apple : other;
  return (
    <Dialog title={texts.title} isOpen={isOpen} onClose={onClose}>
      <Keys of={[{ what: texts.search, keys: [search] }]} />
      <Switch
        className={css['choice'] ?? ''}
        label={texts.choice}
        description={texts.choiceHint}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {isOn && <Keys of={[{ what: texts.help, keys: ['?'] }, ...screens]} />}
    </Dialog>
  );
}
