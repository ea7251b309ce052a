import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useLiveEvent } from '../../platform/live.tsx';

export type BrowserPermission = NotificationPermission | 'unsupported';

function currentPermission(): BrowserPermission {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Whether this browser may show notifications. `ask` opens the browser's own question, so it needs a click. */
export function useBrowserPermission() {
  const [permission, setPermission] = useState(currentPermission);
  return {
    permission,
    ask: async () => setPermission(await Notification.requestPermission()),
  };
}

/** Shows new notices as browser notifications where their user has allowed it. */
export function useBrowserNotifications(): void {
  const navigate = useNavigate();
  useLiveEvent('notice', ({ id, title, message, path, is_for_browser }) => {
    if (!is_for_browser || currentPermission() !== 'granted') return;
    try {
      // Every open tab shows it. With the same tag, the browser makes them one.
      const shown = new Notification(title, { body: message, tag: `sandpiper-notice-${id}` });
      shown.addEventListener('click', () => {
        window.focus();
        shown.close();
        void navigate(path);
      });
    } catch (error) {
      // Chrome on Android allows notifications to service workers only.
      console.warn('This browser could not show a notification', error);
    }
  });
}
