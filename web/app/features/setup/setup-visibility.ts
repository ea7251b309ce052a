import { useLocalStorage } from '@mantine/hooks';
import { useUser } from '../../platform/session.tsx';

type Choice = 'unset' | 'open' | 'dismissed';

/**
 * Whether the set-up is shown. Kept in the browser for each user: it is about this screen, and a new browser that shows an
 * unfinished set-up once more does no harm. `open` outlasts the last step, so that the user sees that it is done.
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
