import { useEffect } from 'react';
import { LoadingScreen } from '../ui/loading-screen.tsx';

/** Redirects unknown URLs to the landing page, which is a separate HTML document. */
export default function UnknownPage() {
  useEffect(() => window.location.replace('/'), []);
  return <LoadingScreen />;
}
