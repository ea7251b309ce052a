import { Navigate } from 'react-router';

/** Every address that leads nowhere leads to the landing page. */
export default function UnknownPage() {
  return <Navigate to="/" replace />;
}
