import { Navigate } from 'react-router';

/** Every unknown address redirects to the landing page. */
export default function UnknownPage() {
  return <Navigate to="/" replace />;
}
