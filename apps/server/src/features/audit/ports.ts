import type { ExportSource } from '../exports/ports.ts'

/** What others have done with the audit, beside writing into it (kernel/audit.ts). */
export interface Audit {
  /** Tells the log where every organisation's chain ends. */
  logHeads: () => Promise<void>
  /** The audit as a file. */
  exported: ExportSource
}
