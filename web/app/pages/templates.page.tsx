import { TemplatesScreen } from '../features/templates/templates-screen.tsx';

export default function TemplatesPage() {
  return <TemplatesScreen />;
}
