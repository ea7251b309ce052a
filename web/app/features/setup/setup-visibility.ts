import { useLocalStorage } from '@mantine/hooks';
import { useUser } from '../../platform/session.tsx';

type Choice = 'unset' | 'open' | 'dismissed';

/**
 * Stores whether the setup guide has been opened or dismissed. This is stored per user and browser, so another browser might show the guide
 * again. `isOpen` stays true after the last step, so that the user sees that the setup is complete.
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
