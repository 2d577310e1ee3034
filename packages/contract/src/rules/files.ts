import type { FileKind } from '../entities/file.ts'
import type { SendAs } from '../entities/message.ts'
import { encodingByMark } from './decode-text.ts'
import { megabytes } from './file-size.ts'

/**
 * Types and sizes of files that may be sent (docs/sale/1-whatsapp.md, MEDIA). The browser checks before the upload, and the server enforces
 * the result.
 */

const MB = 1024 * 1024
/** Maximum size of any file, in bytes. */
const FILE_MAX_BYTES = 100 * MB
/** Upload limits of one web chat visitor (1-whatsapp.md, section 6). */
export const VISITOR_FILES_PER_HOUR = 10
export const VISITOR_BYTES_PER_DAY = 60 * MB

/** Limits of a channel: the maximum size in bytes, and the channel's name in error messages. */
export interface FileTerms {
  readonly maxBytes: number
  readonly carrier: string
  /** Whether OGG audio must be mono. */
  readonly isMono?: boolean
}
export const TEAM_TERMS: FileTerms = { maxBytes: FILE_MAX_BYTES, carrier: 'O WhatsApp', isMono: true }
export const VISITOR_TERMS: FileTerms = { maxBytes: 16 * MB, carrier: 'Esta conversa' }

/** Maximum size of a video in bytes, also after compression (1-whatsapp.md, MEDIA-06). */
export const VIDEO_MAX_BYTES = 16 * MB

/** Maximum size in bytes by kind of file, on every channel. */
const MAX_BYTES_OF: Readonly<Record<FileKind, number>> = {
  image: 5 * MB,
  video: VIDEO_MAX_BYTES,
  audio: 16 * MB,
  document: FILE_MAX_BYTES,
}

interface Accepted {
  kind: FileKind
  /** MIME type that the channel expects. */
  mimeType: string
  /** Filename extensions that are valid for this content. */
  endings: readonly string[]
}

/** The only OGG type that is accepted. */
export const VOICE_TYPE = 'audio/ogg; codecs=opus'
const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const accepted = (kind: FileKind, mimeType: string, ...endings: string[]): Accepted => ({ kind, mimeType, endings })

/** Accepted types by the MIME type that `file-type` detects in the content. */
const BY_CONTENT: Readonly<Record<string, Accepted>> = {
  'image/jpeg': accepted('image', 'image/jpeg', 'jpg', 'jpeg', 'jfif', 'jpe'),
  'image/png': accepted('image', 'image/png', 'png'),
  'video/mp4': accepted('video', 'video/mp4', 'mp4', 'm4v'),
  'video/3gpp': accepted('video', 'video/3gpp', '3gp', '3gpp'),
  'audio/aac': accepted('audio', 'audio/aac', 'aac'),
  'audio/amr': accepted('audio', 'audio/amr', 'amr'),
  'audio/mpeg': accepted('audio', 'audio/mpeg', 'mp3', 'mpga'),
  'audio/mp4': accepted('audio', 'audio/mp4', 'm4a', 'm4b', 'mp4', 'f4a'),
  'audio/x-m4a': accepted('audio', 'audio/mp4', 'm4a', 'mp4'),
  [VOICE_TYPE]: accepted('audio', VOICE_TYPE, 'ogg', 'oga', 'opus'),
  'application/pdf': accepted('document', 'application/pdf', 'pdf'),
  [`${OFFICE}wordprocessingml.document`]: accepted('document', `${OFFICE}wordprocessingml.document`, 'docx'),
  [`${OFFICE}spreadsheetml.sheet`]: accepted('document', `${OFFICE}spreadsheetml.sheet`, 'xlsx'),
  [`${OFFICE}presentationml.presentation`]: accepted('document', `${OFFICE}presentationml.presentation`, 'pptx'),
}

/**
 * MIME type that `file-type` reports for the container of legacy Office files. The container is not inspected: the extension determines the
 * document type, and the file can only be downloaded.
 */
const LEGACY_OFFICE = 'application/x-cfb'
const LEGACY: readonly Accepted[] = [
  accepted('document', 'application/msword', 'doc'),
  accepted('document', 'application/vnd.ms-excel', 'xls'),
  accepted('document', 'application/vnd.ms-powerpoint', 'ppt'),
]
/** Matches MIME types of Office files with macros; the extensions follow below. */
const MACRO_TYPE = /macroenabled/i
const MACRO_ENDINGS = new Set(['docm', 'dotm', 'xlsm', 'xltm', 'xlam', 'xlsb', 'pptm', 'potm', 'ppsm', 'ppam', 'sldm'])
const PLAIN_TEXT = ['txt', 'csv']
const TEXT = accepted('document', 'text/plain', ...PLAIN_TEXT)

const endingOf = (filename: string): string => /\.([^.\s/\\]{1,12})$/.exec(filename)?.[1]?.toLowerCase() ?? ''

/** Whether a text begins like HTML or XML. Such a file is not accepted as plain text, because a browser may run it whatever its name is. */
const isMarkup = (head: string): boolean => /^[\s\uFEFF]*<[!?/a-z]/i.test(head)

/** Result of inspecting a file's content. */
export interface Content {
  /** MIME type that `file-type` detected, or null if it detected none. */
  detected: string | null
  /** Beginning of the file if no type was detected and the file is text, otherwise null. */
  head: string | null
}

/** Number of bytes from which a file is recognised as text. */
export const FILE_HEAD_BYTES = 4_096
/** Control characters that text may contain: tab, line feed, form feed, carriage return, escape. */
const IN_TEXT = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])

const isText = (text: string): boolean => [...text].every((char) => char >= ' ' || IN_TEXT.has(char.charCodeAt(0)))

/**
 * Decodes the first {@link FILE_HEAD_BYTES} bytes of a file as text, or returns null if they are binary. Without a byte order mark, each
 * byte becomes one character: that suffices to detect markup, which is ASCII in all such encodings.
 */
export function textHead(bytes: Uint8Array): string | null {
  const encoding = encodingByMark(bytes)
  const text = encoding === undefined ? String.fromCharCode(...bytes) : new TextDecoder(encoding).decode(bytes)
  return isText(text) ? text : null
}

/** Error message for a file whose inspection took too long, used too much memory or crashed its process. */
export const UNREADABLE_FILE = 'Não foi possível ler este arquivo: ele parece estar danificado.'
const MISMATCH = 'O conteúdo não corresponde ao nome do arquivo.'
const MACROS = 'Este arquivo do Office tem macros. Salve uma cópia sem macros, como DOCX, XLSX ou PDF, e envie de novo.'
const EMPTY = 'O arquivo está vazio.'

export const notCarried = (filename: string, { carrier } = TEAM_TERMS): string => {
  const ending = endingOf(filename)
  return `${carrier} não leva arquivos ${ending ? `.${ending}` : 'deste tipo'}. Envie PDF, Office, foto, vídeo MP4 ou áudio.`
}

/** Returns the error message for a file of this size, or null if the size is allowed. Without `kind`, checks the channel's maximum only. */
export function whyNotOfSize(size: number, kind?: FileKind, { maxBytes } = TEAM_TERMS): string | null {
  if (size === 0) return EMPTY
  const limit = Math.min(maxBytes, kind ? MAX_BYTES_OF[kind] : maxBytes)
  // Rounded up, so that a size above the limit is never shown as the limit itself.
  const shown = Math.max(size, limit + MB / 10)
  return size > limit ? `Este arquivo tem ${megabytes(shown)} MB; o limite é ${megabytes(limit)} MB.` : null
}

/** Returns the error message for audio with too many channels, or null if it is allowed or the number is unknown. */
export const whyNotOfChannels = (mimeType: string, channels: number | null, { carrier, isMono } = TEAM_TERMS): string | null =>
  isMono && mimeType === VOICE_TYPE && channels !== null && channels > 1
    ? `${carrier} só leva áudio OGG de um canal (mono).`
    : null

/**
 * Returns kind and MIME type of a file by its content, or the error message if it may not be sent (MEDIA-04). The filename determines the
 * type only of plain text and legacy Office files.
 */
export function judgeFile(
  { detected, head }: Content,
  { filename, size }: { filename: string; size: number },
  terms = TEAM_TERMS,
): { kind: FileKind; mimeType: string } | { refused: string } {
  const ending = endingOf(filename)
  if (MACRO_TYPE.test(detected ?? '') || MACRO_ENDINGS.has(ending)) return { refused: MACROS }
  const found = byContent(detected, head, ending)
  if (!found) return { refused: whyNoneOfOurs(filename, terms) }
  if (!fits(found, ending)) return { refused: MISMATCH }
  const tooLarge = whyNotOfSize(size, found.kind, terms)
  return tooLarge === null ? { kind: found.kind, mimeType: found.mimeType } : { refused: tooLarge }
}

function byContent(detected: string | null, head: string | null, ending: string): Accepted | null {
  if (detected === LEGACY_OFFICE) return LEGACY.find(({ endings }) => endings.includes(ending)) ?? null
  if (detected !== null) return BY_CONTENT[detected] ?? null
  return head !== null && !isMarkup(head) && PLAIN_TEXT.includes(ending) ? TEXT : null
}

const ACCEPTED = [...Object.values(BY_CONTENT), ...LEGACY]
/** Every type of content that people may send. */
export const ACCEPTED_TYPES: readonly string[] = [...new Set([...ACCEPTED, TEXT].map(({ mimeType }) => mimeType))]
const KNOWN = new Map(ACCEPTED.flatMap(({ kind, endings }) => endings.map((ending) => [ending, kind] as const)))
const isNamedLikeOurs = (ending: string): boolean => KNOWN.has(ending) || PLAIN_TEXT.includes(ending)

/**
 * Returns whether the extension is valid for the content. A picture, video or audio file may have the extension of another format of its
 * kind, as cameras and chat apps save them; a document may not.
 */
function fits({ kind, endings }: Accepted, ending: string): boolean {
  if (ending === '' || endings.includes(ending)) return true
  return kind !== 'document' && KNOWN.get(ending) === kind
}

const whyNoneOfOurs = (filename: string, terms: FileTerms): string =>
  isNamedLikeOurs(endingOf(filename)) ? MISMATCH : notCarried(filename, terms)

/** Returns the error message if content of this stored MIME type may not have this filename, or null if it may (MEDIA-04). */
export function whyNotNamed(filename: string, mimeType: string, terms = TEAM_TERMS): string | null {
  const ending = endingOf(filename)
  // Only the extension identified the content as text, and programs are text too.
  if (mimeType === TEXT.mimeType) return PLAIN_TEXT.includes(ending) ? null : whyNoneOfOurs(filename, terms)
  return ACCEPTED.some((found) => found.mimeType === mimeType && fits(found, ending)) ? null : MISMATCH
}

/** Returns whether a file of this kind and MIME type may be sent in this form. */
export function maySendAs(as: SendAs, { kind, mime_type }: { kind: FileKind; mime_type: string }): boolean {
  return as === 'voice' ? mime_type === VOICE_TYPE : as === kind
}
