import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../fields.ts'

/** What a file is to people and to a channel, by its content (1-whatsapp.md, section 2). */
export const fileKind = z.enum(['image', 'video', 'audio', 'document'])
export type FileKind = z.infer<typeof fileKind>

/** The SHA-256 of a file's bytes, in hex. */
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'O resumo SHA-256 do arquivo está incompleto.'))

/** No file system has longer names. */
const FILENAME_MAX_CHARS = 255

const KB = 1024
/** Bytes of a part: the most that one may have, which each but the last has unless its announcement says less, and the least. */
export const PART_BYTES = { most: 4 * KB * KB, least: 64 * KB } as const

const PARTS = 40
/** In parts of so many bytes a line that is cut three times loses less than a tenth of a file (1-whatsapp.md, section 6), and no file has many of them. */
export const partBytesOf = (size: number): number =>
  Math.min(Math.max(Math.ceil(size / PARTS), 4 * PART_BYTES.least), PART_BYTES.most)

/** What is said of a file before its bytes come. */
export const announcedFile = z.object({
  sha256,
  /** Bytes. */
  size: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  mime_type: z.string().check(z.maxLength(255)),
  filename: plainText(FILENAME_MAX_CHARS),
  /** Of each part but the last, where it is less than the most. */
  part_bytes: z.optional(z.int().check(z.gte(PART_BYTES.least), z.lte(PART_BYTES.most))),
})
export type AnnouncedFile = z.infer<typeof announcedFile>

/** A file on its way to a message. Once it is in one, whoever sees the message reaches it by `mediaPath`. Ours. */
export const file = z.object({
  id,
  sha256,
  /** Bytes. */
  size: z.int(),
  mime_type: z.string(),
  kind: fileKind,
  filename: z.string(),
  /** `checking`: all parts are here, and what they are is being looked at. */
  state: z.enum(['receiving', 'checking', 'stored', 'refused']),
  /** Why it was refused, for the person who sent it. */
  reason: z.nullish(z.string()),
  /** Parts that are still to come, from 1. */
  missing: z.array(z.int()),
  /** Bytes of each part but the last; left out by a provider whose parts have the most. */
  part_bytes: z.optional(z.int()),
  created_at: z.optional(timestamp),
})
export type StoredFile = z.infer<typeof file>
