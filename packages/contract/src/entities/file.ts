import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../fields.ts'

/** What a file is to people and to a channel, by its content (1-whatsapp.md, section 2). */
export const fileKind = z.enum(['image', 'video', 'audio', 'document'])
export type FileKind = z.infer<typeof fileKind>

/** The SHA-256 of a file's bytes, in hex. */
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'O resumo SHA-256 do arquivo está incompleto.'))

const FILENAME_MAX_CHARS = 200

/** What is said of a file before its bytes come. */
export const announcedFile = z.object({
  sha256,
  /** Bytes. */
  size: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  mime_type: z.string().check(z.maxLength(255)),
  filename: plainText(FILENAME_MAX_CHARS),
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
  created_at: z.optional(timestamp),
})
export type StoredFile = z.infer<typeof file>
