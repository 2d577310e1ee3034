import type { AuditFilter } from '@prosa/contract/calls/audit'
import type { ExportKind } from '@prosa/contract/entities/export'
import type { Tx } from '../../kernel/db/database.ts'

export interface ExportAsked {
  tenantId: string
  filter: AuditFilter
  /** What comes later is not in the file. */
  until: Date
  /** The organisation's, for moments in a table. */
  timezone: string
}

/** One row, as a table's cells and as the calls answer it. */
export interface ExportRow {
  cells: readonly string[]
  entity: unknown
}

/** Some rows, and where those after them are found; null: there are none. */
export interface ExportPage {
  rows: ExportRow[]
  nextCursor: string | null
}

/** Where rows of a kind of export come from: the feature that they belong to, which stands after this one. */
export interface ExportSource {
  /** What the file is called, without day and ending. */
  name: string
  headings: readonly string[]
  /** The rows after a cursor, a page at a time. */
  page(tx: Tx, asked: ExportAsked, cursor: string | null): Promise<ExportPage>
}

export type ExportSources = Readonly<Record<ExportKind, ExportSource>>

/** What others have done to files that were taken out. */
export interface Exports {
  /** Takes back every file of an organisation; each is asked for anew by whoever needs it. */
  withdrawAll: (tx: Tx, tenantId: string) => Promise<void>
}
