import { DoNotContactScreen } from '../features/do-not-contact/do-not-contact-screen.tsx';
import { usernamesInFile } from '../features/imports/usernames-in-file.ts';

export default function DoNotContactPage() {
  return <DoNotContactScreen readNames={usernamesInFile} />;
}
