import { useLocalStorage } from '@mantine/hooks';
import { useUser } from '../../platform/session.tsx';

type Choice = 'unset' | 'open' | 'dismissed';

/**
 * Stores whether the guided setup is shown, for each user in this browser. Another browser may show an unfinished setup again, which does
 * no harm. `open` remains after the last step, so that the user sees that the setup is done.
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
