import { useCursor } from '../../platform/cursor-state.ts';
import { useTableState } from '../../platform/url-state.ts';
import { CursorFooter } from '../../ui/cursor-footer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { auditTable, filterOf } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditLogTexts } from './audit-log.texts.ts';
import { AuditTable } from './audit-table.tsx';
import { exportAuditEvents, useAuditEvents } from './audit.queries.ts';

const { table: texts } = auditLogTexts;

export function AuditScreen() {
  const table = useTableState(auditTable);
  const filter = filterOf(table);
  const { cursor, turn } = useCursor();
  const answer = useAuditEvents({ ...filter, ...cursor, limit: auditTable.size });
  const { data } = answer;
  return (
    <>
      <PageHeader
        title={auditLogTexts.title}
        description={auditLogTexts.description}
        actions={
          <ExportMenu
            heading={auditLogTexts.export.heading}
            onExport={(format) => void exportAuditEvents(filter, format)}
          />
        }
      />
      <AuditFilters table={table} />
      <AuditTable
        events={answer.isError && data === undefined ? [] : data?.events}
        isStale={answer.isPlaceholderData}
        empty={
          answer.isError ? (
            <LoadFailed what={texts.loadFailed} onRetry={() => void answer.refetch()} />
          ) : (
            <EmptyState title={table.hasFilters ? texts.noMatch : texts.empty} compact>
              {table.hasFilters ? texts.noMatchHint : texts.emptyHint}
            </EmptyState>
          )
        }
      />
      <CursorFooter page={data} onTurn={turn} />
    </>
  );
}
