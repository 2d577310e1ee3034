import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

export const EXPORT_KINDS = ['audit'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

/** Formats of an export. `csv`: table for Excel. `json`: same structure as in API responses. */
export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * An export: a file with data of the organisation. Only the user who requested it can download it, until `expires_at` (OPEN-11). Prosa
 * extension.
 */
export const dataExport = z.object({
  id,
  kind: z.enum(EXPORT_KINDS),
  format: z.enum(EXPORT_FORMATS),
  filename: z.string(),
  state: z.enum(['running', 'ready', 'failed']),
  /** Reason why the export failed, for display. */
  reason: z.nullable(z.string()),
  rows: z.nullable(z.int()),
  /** Size in bytes. */
  size: z.nullable(z.int()),
  created_at: timestamp,
  expires_at: timestamp,
})
export type DataExport = z.infer<typeof dataExport>
