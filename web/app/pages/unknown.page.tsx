import { useEffect } from 'react';
import { LoadingScreen } from '../ui/loading-screen.tsx';

/** Every unknown address redirects to the landing page, which is a separate document. */
export default function UnknownPage() {
  useEffect(() => window.location.replace('/'), []);
  return <LoadingScreen />;
}
