import type { AuditFilter } from '@prosa/contract/calls/organisation/audit'
import type { ExportKind } from '@prosa/contract/entities/reports/export'
import type { Tx } from '../../platform/database/database.ts'

export interface ExportRequest {
  tenantId: string
  filter: AuditFilter
  /** Rows created later are not in the file. */
  until: Date
  /** Time zone of the organisation, for times in a table. */
  timezone: string
}

/** One row: as cells of a table, and as the API returns it. */
export interface ExportRow {
  cells: readonly string[]
  entity: unknown
}

/** A page of rows, and the cursor of the next page; null if there is none. */
export interface ExportPage {
  rows: ExportRow[]
  nextCursor: string | null
}

/** Source of the rows of one kind of export, implemented by the feature that owns them. */
export interface ExportSource {
  /** File name without date and extension. */
  name: string
  headings: readonly string[]
  /** Returns the page after a cursor. */
  page(tx: Tx, asked: ExportRequest, cursor: string | null): Promise<ExportPage>
}

export type ExportSources = Readonly<Record<ExportKind, ExportSource>>

/** Operations on exports that other features call. */
export interface Exports {
  /** Deletes all exports of an organisation; users request them again if needed. */
  withdrawAll: (tx: Tx, tenantId: string) => Promise<void>
}
