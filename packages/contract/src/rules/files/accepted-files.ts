import type { SentMediaType } from '../../entities/conversations/message.ts'
import type { FileKind } from '../../entities/files/file.ts'
import { detectByteOrderMarkEncoding } from './decode-text.ts'
import { formatMegabytes } from './file-size.ts'

/**
 * Types and sizes of files that may be sent (docs/sale/1-whatsapp.md, MEDIA). The browser checks a file before the upload, and the server
 * checks the uploaded content.
 */

const MB = 1024 * 1024
/** Maximum size of any file, in bytes. */
const FILE_MAX_BYTES = 100 * MB
/** Maximum number of files per hour that one web chat visitor may upload (1-whatsapp.md, section 6). */
export const VISITOR_MAX_FILES_PER_HOUR = 10
export const VISITOR_MAX_BYTES_PER_DAY = 60 * MB

/** Limits for files that are sent through a channel: the maximum size in bytes, and the channel's name for error messages (`carrier`). */
export interface FileLimits {
  readonly maxBytes: number
  readonly carrierName: string
  /** Whether OGG audio must have only one channel. */
  readonly requiresMono?: boolean
}
export const TEAM_FILE_LIMITS: FileLimits = { maxBytes: FILE_MAX_BYTES, carrierName: 'O WhatsApp', requiresMono: true }
export const VISITOR_FILE_LIMITS: FileLimits = { maxBytes: 16 * MB, carrierName: 'Esta conversa' }

/** Maximum size of a video in bytes. Also applies to a converted video (1-whatsapp.md, MEDIA-06). */
export const VIDEO_MAX_BYTES = 16 * MB

/** Maximum size in bytes by kind of file. Applies to every channel, in addition to the channel's own maximum. */
const MAX_BYTES_BY_KIND: Readonly<Record<FileKind, number>> = {
  image: 5 * MB,
  video: VIDEO_MAX_BYTES,
  audio: 16 * MB,
  document: FILE_MAX_BYTES,
}

interface AcceptedType {
  kind: FileKind
  /** MIME type with which the file is sent. */
  mimeType: string
  /** Filename extensions that are valid for content of this type. */
  extensions: readonly string[]
}

/** MIME type of a voice note. Other OGG types are not accepted. */
export const VOICE_MIME_TYPE = 'audio/ogg; codecs=opus'
const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const createAcceptedType = (kind: FileKind, mimeType: string, ...extensions: string[]): AcceptedType => ({
  kind,
  mimeType,
  extensions,
})

/** Accepted file types, by the MIME type that the library `file-type` detects in the content. */
const ACCEPTED_TYPE_BY_CONTENT: Readonly<Record<string, AcceptedType>> = {
  'image/jpeg': createAcceptedType('image', 'image/jpeg', 'jpg', 'jpeg', 'jfif', 'jpe'),
  'image/png': createAcceptedType('image', 'image/png', 'png'),
  'video/mp4': createAcceptedType('video', 'video/mp4', 'mp4', 'm4v'),
  'video/3gpp': createAcceptedType('video', 'video/3gpp', '3gp', '3gpp'),
  'audio/aac': createAcceptedType('audio', 'audio/aac', 'aac'),
  'audio/amr': createAcceptedType('audio', 'audio/amr', 'amr'),
  'audio/mpeg': createAcceptedType('audio', 'audio/mpeg', 'mp3', 'mpga'),
  'audio/mp4': createAcceptedType('audio', 'audio/mp4', 'm4a', 'm4b', 'mp4', 'f4a'),
  'audio/x-m4a': createAcceptedType('audio', 'audio/mp4', 'm4a', 'mp4'),
  [VOICE_MIME_TYPE]: createAcceptedType('audio', VOICE_MIME_TYPE, 'ogg', 'oga', 'opus'),
  'application/pdf': createAcceptedType('document', 'application/pdf', 'pdf'),
  [`${OFFICE}wordprocessingml.document`]: createAcceptedType('document', `${OFFICE}wordprocessingml.document`, 'docx'),
  [`${OFFICE}spreadsheetml.sheet`]: createAcceptedType('document', `${OFFICE}spreadsheetml.sheet`, 'xlsx'),
  [`${OFFICE}presentationml.presentation`]: createAcceptedType('document', `${OFFICE}presentationml.presentation`, 'pptx'),
}

/**
 * MIME type that `file-type` detects for DOC, XLS and PPT files, which share one container format. The container is not inspected: the
 * filename extension determines the type, which is safe because such a file can only be downloaded.
 */
const LEGACY_OFFICE_MIME_TYPE = 'application/x-cfb'
const LEGACY_OFFICE_TYPES: readonly AcceptedType[] = [
  createAcceptedType('document', 'application/msword', 'doc'),
  createAcceptedType('document', 'application/vnd.ms-excel', 'xls'),
  createAcceptedType('document', 'application/vnd.ms-powerpoint', 'ppt'),
]
/** Matches MIME types of Office files with macros. MACRO_EXTENSIONS lists the corresponding filename extensions. */
const MACRO_TYPE = /macroenabled/i
const MACRO_EXTENSIONS = new Set(['docm', 'dotm', 'xlsm', 'xltm', 'xlam', 'xlsb', 'pptm', 'potm', 'ppsm', 'ppam', 'sldm'])
const PLAIN_TEXT_EXTENSIONS = ['txt', 'csv']
const PLAIN_TEXT_TYPE = createAcceptedType('document', 'text/plain', ...PLAIN_TEXT_EXTENSIONS)

const getExtension = (filename: string): string => /\.([^.\s/\\]{1,12})$/.exec(filename)?.[1]?.toLowerCase() ?? ''

/**
 * Returns whether a text begins like HTML or XML. Such a file is not accepted as plain text, because a browser may run it whatever its
 * filename is.
 */
const isMarkup = (head: string): boolean => /^[\s\uFEFF]*<[!?/a-z]/i.test(head)

/** Type information that was read from a file's content. */
export interface FileContent {
  /** MIME type that `file-type` detected, or null if it detected none. */
  detected: string | null
  /** Beginning of the file as text. Null if a type was detected or the content is binary. */
  head: string | null
}

/** Number of bytes at the beginning of a file that are inspected to recognise text. */
export const FILE_HEAD_BYTES = 4_096
/** Control characters that text may contain: tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROL_CHARACTERS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])

const isText = (text: string): boolean =>
  [...text].every((char) => char >= ' ' || TEXT_CONTROL_CHARACTERS.has(char.charCodeAt(0)))

/**
 * Decodes the first {@link FILE_HEAD_BYTES} bytes of a file as text, or returns null if they are binary. Without a byte order mark, each
 * byte becomes one character. That suffices to detect markup, which is ASCII in all such encodings.
 */
export function decodeTextHead(bytes: Uint8Array): string | null {
  const encoding = detectByteOrderMarkEncoding(bytes)
  const text = encoding === undefined ? String.fromCharCode(...bytes) : new TextDecoder(encoding).decode(bytes)
  return isText(text) ? text : null
}

/** Error message for a file whose inspection took too long, used too much memory or crashed the inspecting process. */
export const UNREADABLE_FILE_MESSAGE = 'Não foi possível ler este arquivo: ele parece estar danificado.'
const MISMATCH_MESSAGE = 'O conteúdo não corresponde ao nome do arquivo.'
const MACROS_MESSAGE = 'Este arquivo do Office tem macros. Salve uma cópia sem macros, como DOCX, XLSX ou PDF, e envie de novo.'
const EMPTY_FILE_MESSAGE = 'O arquivo está vazio.'

export const formatUnsupportedFileError = (filename: string, { carrierName } = TEAM_FILE_LIMITS): string => {
  const extension = getExtension(filename)
  return `${carrierName} não leva arquivos ${extension ? `.${extension}` : 'deste tipo'}. Envie PDF, Office, foto, vídeo MP4 ou áudio.`
}

/**
 * Returns the error message for a file of `size` bytes, or null if the size is allowed. Without `kind`, only the channel's maximum is
 * checked.
 */
export function getFileSizeError(size: number, kind?: FileKind, { maxBytes } = TEAM_FILE_LIMITS): string | null {
  if (size === 0) return EMPTY_FILE_MESSAGE
  const limit = Math.min(maxBytes, kind ? MAX_BYTES_BY_KIND[kind] : maxBytes)
  // Increased to at least 0.1 MB above the limit, so that the displayed size never equals the displayed limit.
  const displayedSize = Math.max(size, limit + MB / 10)
  return size > limit ? `Este arquivo tem ${formatMegabytes(displayedSize)} MB; o limite é ${formatMegabytes(limit)} MB.` : null
}

/**
 * Returns the error message for an OGG audio with more channels than the limits allow. Returns null if the audio is allowed or the number
 * of channels is unknown.
 */
export const getAudioChannelsError = (
  mimeType: string,
  channels: number | null,
  { carrierName, requiresMono } = TEAM_FILE_LIMITS,
): string | null =>
  requiresMono && mimeType === VOICE_MIME_TYPE && channels !== null && channels > 1
    ? `${carrierName} só leva áudio OGG de um canal (mono).`
    : null

/**
 * Returns the kind and MIME type of a file, determined from its content, or in `refused` the error message why it may not be sent
 * (MEDIA-04). The filename determines the type only of plain text and legacy Office files.
 */
export function classifyFile(
  { detected, head }: FileContent,
  { filename, size }: { filename: string; size: number },
  limits = TEAM_FILE_LIMITS,
): { kind: FileKind; mimeType: string } | { refused: string } {
  const extension = getExtension(filename)
  if (MACRO_TYPE.test(detected ?? '') || MACRO_EXTENSIONS.has(extension)) return { refused: MACROS_MESSAGE }
  const acceptedType = findAcceptedType(detected, head, extension)
  if (!acceptedType) return { refused: getUnacceptedFileError(filename, limits) }
  if (!isExtensionValid(acceptedType, extension)) return { refused: MISMATCH_MESSAGE }
  const sizeError = getFileSizeError(size, acceptedType.kind, limits)
  return sizeError === null ? { kind: acceptedType.kind, mimeType: acceptedType.mimeType } : { refused: sizeError }
}

function findAcceptedType(detected: string | null, head: string | null, extension: string): AcceptedType | null {
  if (detected === LEGACY_OFFICE_MIME_TYPE)
    return LEGACY_OFFICE_TYPES.find(({ extensions }) => extensions.includes(extension)) ?? null
  if (detected !== null) return ACCEPTED_TYPE_BY_CONTENT[detected] ?? null
  return head !== null && !isMarkup(head) && PLAIN_TEXT_EXTENSIONS.includes(extension) ? PLAIN_TEXT_TYPE : null
}

const BINARY_TYPES = [...Object.values(ACCEPTED_TYPE_BY_CONTENT), ...LEGACY_OFFICE_TYPES]
/** MIME types of all files that may be sent. */
export const ACCEPTED_MIME_TYPES: readonly string[] = [
  ...new Set([...BINARY_TYPES, PLAIN_TEXT_TYPE].map(({ mimeType }) => mimeType)),
]
const KIND_BY_EXTENSION = new Map(
  BINARY_TYPES.flatMap(({ kind, extensions }) => extensions.map((extension) => [extension, kind] as const)),
)
const isAcceptedExtension = (extension: string): boolean =>
  KIND_BY_EXTENSION.has(extension) || PLAIN_TEXT_EXTENSIONS.includes(extension)

/**
 * Returns whether a filename extension is valid for the content. An image, video or audio file may have the extension of another format of
 * the same kind, because cameras and chat apps save such files; a document may not.
 */
function isExtensionValid({ kind, extensions }: AcceptedType, extension: string): boolean {
  if (extension === '' || extensions.includes(extension)) return true
  return kind !== 'document' && KIND_BY_EXTENSION.get(extension) === kind
}

const getUnacceptedFileError = (filename: string, limits: FileLimits): string =>
  isAcceptedExtension(getExtension(filename)) ? MISMATCH_MESSAGE : formatUnsupportedFileError(filename, limits)

/** Returns the error message if a file with this stored MIME type may not have this filename. Returns null if it may (MEDIA-04). */
export function getFilenameError(filename: string, mimeType: string, limits = TEAM_FILE_LIMITS): string | null {
  const extension = getExtension(filename)
  // The extension must be exactly one of those for plain text: the content does not show whether a text is a document or a program.
  if (mimeType === PLAIN_TEXT_TYPE.mimeType)
    return PLAIN_TEXT_EXTENSIONS.includes(extension) ? null : getUnacceptedFileError(filename, limits)
  return BINARY_TYPES.some((acceptedType) => acceptedType.mimeType === mimeType && isExtensionValid(acceptedType, extension))
    ? null
    : MISMATCH_MESSAGE
}

/** Returns whether a file of this kind and MIME type may be sent in the form `as`. Only OGG Opus audio may be sent as a voice note. */
export function canSendAs(mediaType: SentMediaType, { kind, mime_type }: { kind: FileKind; mime_type: string }): boolean {
  return mediaType === 'voice' ? mime_type === VOICE_MIME_TYPE : mediaType === kind
}
