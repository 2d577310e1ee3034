import { AuditLog } from '../../features/audit/audit-log.tsx'
import { ExportMenu } from '../../features/exports/export-menu.tsx'

/** Page of the organisation's audit log, with its export. */
export function OrganisationAuditPage() {
  return <AuditLog renderExport={(filter) => <ExportMenu kind="audit" filter={filter} />} />
}
