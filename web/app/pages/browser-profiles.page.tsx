import { BrowserProfilesScreen } from '../features/browser-profiles/browser-profiles-screen.tsx';

export default function BrowserProfilesPage() {
  return <BrowserProfilesScreen />;
}
