import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useLiveEvent } from '../../platform/live.tsx';

export type BrowserPermission = NotificationPermission | 'unsupported';

/** Chrome on Android, and browsers based on it, have a notification permission but show notifications only for service workers. */
const isChromeOnAndroid = () => /Android.+Chrome\//.test(navigator.userAgent);

function currentPermission(): BrowserPermission {
  return 'Notification' in window && !isChromeOnAndroid() ? Notification.permission : 'unsupported';
}

/**
 * Returns the browser's notification permission. `ask` opens the browser's permission prompt, so it must be called from a click handler.
 */
export function useBrowserPermission() {
  const [permission, setPermission] = useState(currentPermission);
  return {
    permission,
    ask: async () => setPermission(await Notification.requestPermission()),
  };
}

/** Shows new notices as browser notifications, if the user has turned them on for that kind of notice and granted permission. */
export function useBrowserNotifications(): void {
  const navigate = useNavigate();
  useLiveEvent('notice', ({ id, title, message, path, is_for_browser }) => {
    if (!is_for_browser || currentPermission() !== 'granted') return;
    try {
      // Every open tab creates this notification. The shared tag makes the browser display it only once.
      const shown = new Notification(title, { body: message, tag: `sandpiper-notice-${id}` });
      shown.addEventListener('click', () => {
        window.focus();
        shown.close();
        void navigate(path);
      });
    } catch (error) {
      // Chrome on Android throws here if it requests desktop sites, because its user agent then doesn't mention Android.
      console.warn('This browser couldn’t show a notification', error);
    }
  });
}
