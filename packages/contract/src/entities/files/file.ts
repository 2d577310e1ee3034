import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../../fields.ts'

/** Kind of a file, determined from its content (1-whatsapp.md, section 2). */
export const fileKind = z.enum(['image', 'video', 'audio', 'document'])
export type FileKind = z.infer<typeof fileKind>

/** SHA-256 of a file's bytes as a hexadecimal string. */
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'O resumo SHA-256 do arquivo está incompleto.'))

/** Common file systems allow no longer names. */
const FILENAME_MAX_CHARS = 255

const KB = 1024
/** Size limits of a part in bytes. Every part except the last has the maximum size, unless the announcement names a smaller one. */
export const FILE_PART_LIMITS_BYTES = { most: 4 * KB * KB, least: 64 * KB } as const

const TARGET_PART_COUNT = 40
/**
 * Returns the part size for a file of `size` bytes. Small enough that three interrupted parts lose less than a tenth of the file
 * (1-whatsapp.md, section 6), and large enough that no file has many parts.
 */
export const calculatePartBytes = (size: number): number =>
  Math.min(Math.max(Math.ceil(size / TARGET_PART_COUNT), 4 * FILE_PART_LIMITS_BYTES.least), FILE_PART_LIMITS_BYTES.most)

/** Announcement of a file, sent before its bytes. */
export const fileAnnouncement = z.object({
  sha256,
  /** Size in bytes. */
  size: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  mime_type: z.string().check(z.maxLength(255)),
  filename: plainText(FILENAME_MAX_CHARS),
  /** Size in bytes of every part except the last, if it is smaller than the maximum. */
  part_bytes: z.optional(z.int().check(z.gte(FILE_PART_LIMITS_BYTES.least), z.lte(FILE_PART_LIMITS_BYTES.most))),
})
export type FileAnnouncement = z.infer<typeof fileAnnouncement>

/** An uploaded file for a message. After it was sent, every user who may see the message can open it at `mediaPath`. Prosa extension. */
export const file = z.object({
  id,
  sha256,
  /** Size in bytes. */
  size: z.int(),
  mime_type: z.string(),
  kind: fileKind,
  filename: z.string(),
  /** `checking`: all parts have arrived, and the content is being checked. */
  state: z.enum(['receiving', 'checking', 'stored', 'refused']),
  /** Reason why it was refused, shown to the user who uploaded it. */
  reason: z.nullish(z.string()),
  /** Numbers of the missing parts, starting at 1. */
  missing: z.array(z.int()),
  /** Size in bytes of every part except the last. Omitted by a provider that uses the maximum. */
  part_bytes: z.optional(z.int()),
  created_at: z.optional(timestamp),
})
export type StoredFile = z.infer<typeof file>
