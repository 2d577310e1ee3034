import type { AuditFilter } from '@prosa/contract/calls/organisation/audit'
import type { ExportKind } from '@prosa/contract/entities/reports/export'
import type { Tx } from '../../platform/database/database.ts'

export interface ExportRequest {
  tenantId: string
  filter: AuditFilter
  /** Time of the request. Later rows are not exported. */
  until: Date
  /** Time zone of the organisation, in which times are written. */
  timezone: string
}

/** One exported row, in both file formats: cells for CSV, and an API object for JSON. */
export interface ExportRow {
  cells: readonly string[]
  entity: unknown
}

export interface ExportPage {
  rows: ExportRow[]
  /** Null after the last page. */
  nextCursor: string | null
}

/** Provider of the rows of one kind of export, implemented by the feature that owns the rows. */
export interface ExportSource {
  /** Beginning of the file name. The date and the extension are appended. */
  name: string
  headings: readonly string[]
  /** Returns the page after `cursor`; null requests the first page. */
  fetchPage(tx: Tx, request: ExportRequest, cursor: string | null): Promise<ExportPage>
}

export type ExportSources = Readonly<Record<ExportKind, ExportSource>>

export interface Exports {
  deleteAll: (tx: Tx, tenantId: string) => Promise<void>
}
