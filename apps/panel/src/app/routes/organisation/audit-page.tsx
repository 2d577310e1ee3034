import { AuditPage } from '../../../features/audit/audit-page.tsx'
import { ExportMenu } from '../../../features/exports/export-menu.tsx'

/** Who did what in the organisation, and that as a file. */
export function OrganisationAuditPage() {
  return <AuditPage exported={(filter) => <ExportMenu kind="audit" filter={filter} />} />
}
