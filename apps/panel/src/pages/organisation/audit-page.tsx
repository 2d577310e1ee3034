import { AuditLog } from '../../features/audit/audit-log.tsx'
import { ExportMenu } from '../../features/exports/export-menu.tsx'

/** Audit log of the organisation, with its export. */
export function OrganisationAuditPage() {
  return <AuditLog exported={(filter) => <ExportMenu kind="audit" filter={filter} />} />
}
