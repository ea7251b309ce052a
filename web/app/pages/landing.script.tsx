import { hydrateRoot } from 'react-dom/client';
import { Landing } from '../features/landing/landing.tsx';
import { landingRootId } from './landing.page.tsx';

/* The landing page's own script. landing-page.ts builds it with Preact instead of React. */
const root = document.getElementById(landingRootId);
if (root !== null) hydrateRoot(root, <Landing />);
