import type { FileKind } from '../entities/file.ts'
import type { SendAs } from '../entities/message.ts'
import { encodingByMark } from './decode-text.ts'
import { megabytes } from './file-size.ts'

/** Which files people may send, and how large (docs/sale/1-whatsapp.md, MEDIA); the browser asks before it uploads, and the server decides. */

const MB = 1024 * 1024
/** The largest that any kind may be. */
const FILE_MAX_BYTES = 100 * MB
/** What one visitor of the web chat may send (1-whatsapp.md, section 6). */
export const VISITOR_FILES_PER_HOUR = 10
export const VISITOR_BYTES_PER_DAY = 60 * MB

/** What a way in takes: the largest file, in bytes, and its name in a refusal. */
export interface FileTerms {
  readonly maxBytes: number
  readonly carrier: string
  /** It takes sound in OGG of one channel only. */
  readonly isMono?: boolean
}
export const TEAM_TERMS: FileTerms = { maxBytes: FILE_MAX_BYTES, carrier: 'O WhatsApp', isMono: true }
export const VISITOR_TERMS: FileTerms = { maxBytes: 16 * MB, carrier: 'Esta conversa' }

/** What a film may weigh, however it is made smaller (1-whatsapp.md, MEDIA-06). */
export const VIDEO_MAX_BYTES = 16 * MB

/** Bytes by kind, on every channel. */
const MAX_BYTES_OF: Readonly<Record<FileKind, number>> = {
  image: 5 * MB,
  video: VIDEO_MAX_BYTES,
  audio: 16 * MB,
  document: FILE_MAX_BYTES,
}

interface Accepted {
  kind: FileKind
  /** As the channel wants it named. */
  mimeType: string
  /** What a name of this content may end in. */
  endings: readonly string[]
}

/** OGG with anything else in it goes nowhere. */
export const VOICE_TYPE = 'audio/ogg; codecs=opus'
const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const accepted = (kind: FileKind, mimeType: string, ...endings: string[]): Accepted => ({ kind, mimeType, endings })

/** By what the content says of itself. */
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

/** The container of legacy Office files, as `file-type` names it. Nobody looks into it: the name says which document it is, and it is a download. */
const LEGACY_OFFICE = 'application/x-cfb'
const LEGACY: readonly Accepted[] = [
  accepted('document', 'application/msword', 'doc'),
  accepted('document', 'application/vnd.ms-excel', 'xls'),
  accepted('document', 'application/vnd.ms-powerpoint', 'ppt'),
]
/** Types of Office files with macros, and endings of their names. */
const MACRO_TYPE = /macroenabled/i
const MACRO_ENDINGS = new Set(['docm', 'dotm', 'xlsm', 'xltm', 'xlam', 'xlsb', 'pptm', 'potm', 'ppsm', 'ppam', 'sldm'])
const PLAIN_TEXT = ['txt', 'csv']
const TEXT = accepted('document', 'text/plain', ...PLAIN_TEXT)

const endingOf = (filename: string): string => /\.([^.\s/\\]{1,12})$/.exec(filename)?.[1]?.toLowerCase() ?? ''

/** Whether text begins as markup does. A browser runs markup whatever its name, so it is no plain text. */
const isMarkup = (head: string): boolean => /^[\s\uFEFF]*<[!?/a-z]/i.test(head)

/** What is known of a file's content. */
export interface Content {
  /** What the content says of itself, as `file-type` reads it; null: nothing. */
  detected: string | null
  /** How it begins, where it names no type of its own and is text. */
  head: string | null
}

/** How much of a file is read to say whether it is text. */
export const FILE_HEAD_BYTES = 4_096
/** Of the bytes before space a text has these only: tab, line ends, form feed, escape. */
const IN_TEXT = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])

const isText = (text: string): boolean => [...text].every((char) => char >= ' ' || IN_TEXT.has(char.charCodeAt(0)))

/**
 * Decodes the first {@link FILE_HEAD_BYTES} of a file as text. Without a byte order mark each byte is read as a character: in every such
 * encoding markup is ASCII. Returns null if the bytes are no text.
 */
export function textHead(bytes: Uint8Array): string | null {
  const encoding = encodingByMark(bytes)
  const text = encoding === undefined ? String.fromCharCode(...bytes) : new TextDecoder(encoding).decode(bytes)
  return isText(text) ? text : null
}

/** Reason of a file that could not be inspected: it took too long, used too much memory, or ended its reader. */
export const UNREADABLE_FILE = 'Não foi possível ler este arquivo: ele parece estar danificado.'
const MISMATCH = 'O conteúdo não corresponde ao nome do arquivo.'
const MACROS = 'Este arquivo do Office tem macros. Salve uma cópia sem macros, como DOCX, XLSX ou PDF, e envie de novo.'
const EMPTY = 'O arquivo está vazio.'

export const notCarried = (filename: string, { carrier } = TEAM_TERMS): string => {
  const ending = endingOf(filename)
  return `${carrier} não leva arquivos ${ending ? `.${ending}` : 'deste tipo'}. Envie PDF, Office, foto, vídeo MP4 ou áudio.`
}

/** Why a file of this size may not go; null: it may. `kind` not known yet: by the largest. */
export function whyNotOfSize(size: number, kind?: FileKind, { maxBytes } = TEAM_TERMS): string | null {
  if (size === 0) return EMPTY
  const limit = Math.min(maxBytes, kind ? MAX_BYTES_OF[kind] : maxBytes)
  // Rounded up: what is over the limit never reads as the limit.
  const shown = Math.max(size, limit + MB / 10)
  return size > limit ? `Este arquivo tem ${megabytes(shown)} MB; o limite é ${megabytes(limit)} MB.` : null
}

/** Why sound of so many channels may not go; null: it may, or nobody knows how many it has. */
export const whyNotOfChannels = (mimeType: string, channels: number | null, { carrier, isMono } = TEAM_TERMS): string | null =>
  isMono && mimeType === VOICE_TYPE && channels !== null && channels > 1
    ? `${carrier} só leva áudio OGG de um canal (mono).`
    : null

/** What a file is, by its content, or why it may not go (MEDIA-04). Its name has a say only where the content has none. */
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
const KNOWN = new Map(ACCEPTED.flatMap(({ kind, endings }) => endings.map((ending) => [ending, kind] as const)))
const isNamedLikeOurs = (ending: string): boolean => KNOWN.has(ending) || PLAIN_TEXT.includes(ending)

/** A picture may be named after another kind of picture, as cameras and chats do; a document after no other document. */
function fits({ kind, endings }: Accepted, ending: string): boolean {
  if (ending === '' || endings.includes(ending)) return true
  return kind !== 'document' && KNOWN.get(ending) === kind
}

const whyNoneOfOurs = (filename: string, terms: FileTerms): string =>
  isNamedLikeOurs(endingOf(filename)) ? MISMATCH : notCarried(filename, terms)

/** Why content that was found to be of this type before may not have this name; null: it may (MEDIA-04). */
export function whyNotNamed(filename: string, mimeType: string, terms = TEAM_TERMS): string | null {
  const ending = endingOf(filename)
  // Only its name told that it is text, of which there are programs too.
  if (mimeType === TEXT.mimeType) return PLAIN_TEXT.includes(ending) ? null : whyNoneOfOurs(filename, terms)
  return ACCEPTED.some((found) => found.mimeType === mimeType && fits(found, ending)) ? null : MISMATCH
}

/** True when a file of this kind and type may be sent so. */
export function maySendAs(as: SendAs, { kind, mime_type }: { kind: FileKind; mime_type: string }): boolean {
  return as === 'voice' ? mime_type === VOICE_TYPE : as === kind
}
