import type { AuditFilter } from '@prosa/contract/calls/organisation/audit'
import type { ExportKind } from '@prosa/contract/entities/reports/export'
import type { Tx } from '../../platform/database/database.ts'

export interface ExportRequest {
  tenantId: string
  filter: AuditFilter
  /** Time of the request. Rows created later are not exported. */
  until: Date
  /** Time zone of the organisation, used for times in a table. */
  timezone: string
}

/** One exported row: as cells of a table, and as the object that the API returns. */
export interface ExportRow {
  cells: readonly string[]
  entity: unknown
}

/** One page of rows. `nextCursor`: cursor of the next page, null after the last page. */
export interface ExportPage {
  rows: ExportRow[]
  nextCursor: string | null
}

/** Source of the rows of one kind of export. The feature that owns the rows implements it. */
export interface ExportSource {
  /** File name without date and extension. */
  name: string
  headings: readonly string[]
  /** Returns the page of rows that follows a cursor. `cursor` null: the first page. */
  fetchPage(tx: Tx, request: ExportRequest, cursor: string | null): Promise<ExportPage>
}

export type ExportSources = Readonly<Record<ExportKind, ExportSource>>

/** Operations on exports for other features. */
export interface Exports {
  /** Deletes all exports of an organisation. Users can request their exports again. */
  deleteAll: (tx: Tx, tenantId: string) => Promise<void>
}
