import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../../fields.ts'

/** Kinds of files, which the server determines from the file's content (1-whatsapp.md, section 2). */
export const fileKind = z.enum(['image', 'video', 'audio', 'document'])
export type FileKind = z.infer<typeof fileKind>

/** Schema of a SHA-256 hash: a lower-case hexadecimal string. */
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'O resumo SHA-256 do arquivo está incompleto.'))

/** Maximum length of a filename, as in common file systems. */
const FILENAME_MAX_CHARS = 255

const KB = 1024
/**
 * Minimum and maximum size of a file part in bytes. Parts have the maximum size unless the announcement of the file names a smaller one;
 * only the last part may be shorter.
 */
export const FILE_PART_LIMITS_BYTES = { max: 4 * KB * KB, min: 64 * KB } as const

const TARGET_PART_COUNT = 40
/**
 * Returns the part size in bytes for a file of `size` bytes. Small parts limit how much is uploaded again after interruptions: less than a
 * tenth of the file after three (1-whatsapp.md, section 6). Large parts keep their number low.
 */
export const calculatePartBytes = (size: number): number =>
  Math.min(Math.max(Math.ceil(size / TARGET_PART_COUNT), 4 * FILE_PART_LIMITS_BYTES.min), FILE_PART_LIMITS_BYTES.max)

/** Announcement of a file, which the client sends before uploading the bytes. */
export const fileAnnouncement = z.object({
  sha256,
  /** Size in bytes. */
  size: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  mime_type: z.string().check(z.maxLength(255)),
  filename: plainText(FILENAME_MAX_CHARS),
  /** Size in bytes of every part except the last. Omitted for the maximum size. */
  part_bytes: z.optional(z.int().check(z.gte(FILE_PART_LIMITS_BYTES.min), z.lte(FILE_PART_LIMITS_BYTES.max))),
})
export type FileAnnouncement = z.infer<typeof fileAnnouncement>

/**
 * A file that a user has announced or uploaded for a message. After the message is sent, the file is at `mediaPath` for all users who may
 * see the message. Prosa extension.
 */
export const file = z.object({
  id,
  sha256,
  /** Size in bytes. */
  size: z.int(),
  mime_type: z.string(),
  kind: fileKind,
  filename: z.string(),
  /** State of the upload. `checking`: all parts have arrived, and the server checks the content. */
  state: z.enum(['receiving', 'checking', 'stored', 'refused']),
  /** Reason why the file was refused, for display. */
  reason: z.nullish(z.string()),
  /** Numbers of the missing parts, from 1. */
  missing: z.array(z.int()),
  /** Size in bytes of every part except the last. Omitted by servers that use the maximum size. */
  part_bytes: z.optional(z.int()),
  created_at: z.optional(timestamp),
})
export type StoredFile = z.infer<typeof file>
