import { AuditScreen } from '../features/audit/audit-screen.tsx';
import { auditLogTexts } from '../features/audit/audit-log.texts.ts';
import { useUser } from '../platform/session.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** The audit log, for administrators only. Other users see an explanation instead. The server also rejects their requests. */
export default function AuditPage() {
  const user = useUser();
  if (user.role === 'admin') return <AuditScreen />;
  return <PageHeader title={auditLogTexts.title} description={auditLogTexts.forAdministrators} />;
}
