import { Notifications } from '@mantine/notifications';
import css from './toast-place.module.css';

export function ToastPlace() {
  return (
    <Notifications
      position="bottom-left"
      limit={4}
      zIndex={1000}
      classNames={{ root: css['toasts'] ?? '', notification: css['toast'] ?? '' }}
    />
  );
}
