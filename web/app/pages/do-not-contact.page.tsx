import { DoNotContactScreen } from '../features/do-not-contact/do-not-contact-screen.tsx';

export default function DoNotContactPage() {
  return <DoNotContactScreen />;
}
