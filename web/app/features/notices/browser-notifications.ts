import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useLiveEvent } from '../../platform/live.tsx';

export type BrowserPermission = NotificationPermission | 'unsupported';

function currentPermission(): BrowserPermission {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Returns whether this browser may show notifications. `ask` opens the browser's own prompt, so it has to be called from a click. */
export function useBrowserPermission() {
  const [permission, setPermission] = useState(currentPermission);
  return {
    permission,
    ask: async () => setPermission(await Notification.requestPermission()),
  };
}

/** Shows new notices as browser notifications if the user has allowed them. */
export function useBrowserNotifications(): void {
  const navigate = useNavigate();
  useLiveEvent('notice', ({ id, title, message, path, is_for_browser }) => {
    if (!is_for_browser || currentPermission() !== 'granted') return;
    try {
      // Every open tab shows the notification. Because they have the same tag, the browser merges them into one.
      const shown = new Notification(title, { body: message, tag: `sandpiper-notice-${id}` });
      shown.addEventListener('click', () => {
        window.focus();
        shown.close();
        void navigate(path);
      });
    } catch (error) {
      // Chrome on Android only lets service workers show notifications.
      console.warn('This browser could not show a notification', error);
    }
  });
}
