import { useLocalStorage } from '@mantine/hooks';
import { useUser } from '../../platform/session.tsx';

type Choice = 'unset' | 'open' | 'dismissed';

/**
 * Stores whether the guided setup is shown, in this browser for each user. It only affects one screen, so it does no harm if another
 * browser shows an unfinished setup again. `open` outlasts the last step, so that the user sees that the setup is done.
 */
export function useSetupVisibility() {
  const { id } = useUser();
  const [choice, setChoice] = useLocalStorage<Choice>({
    key: `sandpiper-setup-${id}`,
    defaultValue: 'unset',
    getInitialValueInEffect: false,
  });
  return {
    isOpen: choice === 'open',
    isDismissed: choice === 'dismissed',
    open: () => setChoice('open'),
    dismiss: () => setChoice('dismissed'),
  };
}
