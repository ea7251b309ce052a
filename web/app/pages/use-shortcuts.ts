import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { navigationGroups } from '../features/shell/navigation.ts';
import { useUser } from '../platform/session.tsx';

/** How long after the first key the second key of a shortcut such as G, C can be pressed, in milliseconds. */
const secondKeyMs = 1500;

/** Elements in which keys have another meaning. */
const busyPlaces = [
  'input:not([type="checkbox"], [type="radio"])',
  'textarea',
  'select',
  '[role="menu"]',
  '[role="listbox"]',
].join();
const openDialogs = ['[role="dialog"]', '[role="alertdialog"]'].join();

function isBusy({ target, defaultPrevented, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || repeat || ctrlKey || metaKey || altKey) return true;
  if (target instanceof Element && target.closest(busyPlaces) !== null) return true;
  return document.querySelector(openDialogs) !== null;
}

/** Whether shortcuts without Ctrl or Command are on in this browser. Some people trigger them by accident, for example when dictating. */
export function useShortcutChoice() {
  return useLocalStorage({ key: 'sandpiper-shortcuts', defaultValue: true, getInitialValueInEffect: false });
}

/** Opens a screen when its keys are pressed, and calls `onHelp` for "?". */
export function useShortcuts(onHelp: () => void): void {
  const [isOn] = useShortcutChoice();
  const navigate = useNavigate();
  const { role } = useUser();

  const open = useEffectEvent((key: string) => {
    const entries = navigationGroups(role).flatMap((group) => group.entries);
    const entry = entries.find((each) => each.key === key);
    if (entry !== undefined) void navigate(entry.path);
    return entry !== undefined;
  });
  const help = useEffectEvent(onHelp);

  useEffect(() => {
    if (!isOn) return;
    let firstKeyAt = Number.NEGATIVE_INFINITY;
    const react = (event: KeyboardEvent) => {
      if (isBusy(event)) return;
      const isSecond = event.timeStamp - firstKeyAt < secondKeyMs;
      firstKeyAt = Number.NEGATIVE_INFINITY;
      const key = event.key.toLowerCase();
      if (isSecond && open(key)) event.preventDefault();
      else if (key === 'g') firstKeyAt = event.timeStamp;
      else if (key === '?') {
        event.preventDefault();
        help();
      }
    };
    window.addEventListener('keydown', react);
    return () => window.removeEventListener('keydown', react);
  }, [isOn]);
}
