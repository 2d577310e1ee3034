import type { ExportSource } from '../exports/ports.ts'

/** Operations of the audit log that other features call, except writing to it (audit/audit.ts). */
export interface Audit {
  /** Writes the last hash of every organisation's chain to the server log. */
  logHeads: () => Promise<void>
  /** Source for exports of the audit log. */
  exported: ExportSource
}
