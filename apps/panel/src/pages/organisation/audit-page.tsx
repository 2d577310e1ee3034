import { Audit } from '../../features/audit/audit.tsx'
import { ExportMenu } from '../../features/exports/export-menu.tsx'

/** Who did what in the organisation, and that as a file. */
export function OrganisationAuditPage() {
  return <Audit exported={(filter) => <ExportMenu kind="audit" filter={filter} />} />
}
