import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** What may be taken out as a file (3-team.md, section 3). */
export const EXPORT_KINDS = ['audit'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

/** A table for Excel, or what the calls answer. */
export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** A file that was asked for; its asker's alone, and until `expires_at` (OPEN-11). Ours. */
export const dataExport = z.object({
  id,
  kind: z.enum(EXPORT_KINDS),
  format: z.enum(EXPORT_FORMATS),
  filename: z.string(),
  state: z.enum(['running', 'ready', 'failed']),
  /** Why it failed, for the person who asked. */
  reason: z.nullable(z.string()),
  /** Rows in the file. */
  rows: z.nullable(z.int()),
  /** Bytes. */
  size: z.nullable(z.int()),
  created_at: timestamp,
  expires_at: timestamp,
})
export type DataExport = z.infer<typeof dataExport>
