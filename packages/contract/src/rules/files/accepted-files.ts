import type { SentMediaType } from '../../entities/conversations/message.ts'
import type { FileKind } from '../../entities/files/file.ts'
import { detectByteOrderMarkEncoding } from './decode-text.ts'
import { formatMegabytes } from './file-size.ts'

/**
 * Types and sizes of files that may be sent (docs/sale/1-whatsapp.md, MEDIA). The browser checks files before the upload, and the server
 * checks the uploaded content.
 */

const MB = 1024 * 1024
/** Maximum size of any file, in bytes. */
const FILE_MAX_BYTES = 100 * MB
/** Maximum number of files per hour from one web chat visitor (1-whatsapp.md, section 6). */
export const VISITOR_MAX_FILES_PER_HOUR = 10
export const VISITOR_MAX_BYTES_PER_DAY = 60 * MB

/** Limits for files that are sent through one channel. */
export interface FileLimits {
  readonly maxBytes: number
  /** Name of the channel in error messages. */
  readonly carrierName: string
  /** Whether OGG audio must have only one channel. */
  readonly requiresMono?: boolean
}
export const TEAM_FILE_LIMITS: FileLimits = { maxBytes: FILE_MAX_BYTES, carrierName: 'O WhatsApp', requiresMono: true }
export const VISITOR_FILE_LIMITS: FileLimits = { maxBytes: 16 * MB, carrierName: 'Esta conversa' }

/** Maximum size of a video in bytes, also after conversion (1-whatsapp.md, MEDIA-06). */
export const VIDEO_MAX_BYTES = 16 * MB

/** Maximum size in bytes, by kind of file. Applies in addition to the channel's maximum. */
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
  /** Valid filename extensions for content of this type. */
  extensions: readonly string[]
}

/** MIME type of a voice note. Other OGG files are not accepted. */
export const VOICE_MIME_TYPE = 'audio/ogg; codecs=opus'
const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const createAcceptedType = (kind: FileKind, mimeType: string, ...extensions: string[]): AcceptedType => ({
  kind,
  mimeType,
  extensions,
})

/** Accepted file types, by the MIME type that the library `file-type` detects from the content. */
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
 * MIME type that `file-type` detects for DOC, XLS and PPT files, which share one container format. The filename extension determines the
 * actual type, which is safe because these files can only be downloaded.
 */
const LEGACY_OFFICE_MIME_TYPE = 'application/x-cfb'
const LEGACY_OFFICE_TYPES: readonly AcceptedType[] = [
  createAcceptedType('document', 'application/msword', 'doc'),
  createAcceptedType('document', 'application/vnd.ms-excel', 'xls'),
  createAcceptedType('document', 'application/vnd.ms-powerpoint', 'ppt'),
]
/** Matches MIME types of Office files with macros. Their extensions are in MACRO_EXTENSIONS. */
const MACRO_TYPE = /macroenabled/i
const MACRO_EXTENSIONS = new Set(['docm', 'dotm', 'xlsm', 'xltm', 'xlam', 'xlsb', 'pptm', 'potm', 'ppsm', 'ppam', 'sldm'])
const PLAIN_TEXT_EXTENSIONS = ['txt', 'csv']
const PLAIN_TEXT_TYPE = createAcceptedType('document', 'text/plain', ...PLAIN_TEXT_EXTENSIONS)

const getExtension = (filename: string): string => /\.([^.\s/\\]{1,12})$/.exec(filename)?.[1]?.toLowerCase() ?? ''

/** Returns whether a text begins like HTML or XML. Such files are not accepted as plain text, because a browser might execute them. */
const isMarkup = (head: string): boolean => /^[\s\uFEFF]*<[!?/a-z]/i.test(head)

export interface FileContent {
  /** MIME type that `file-type` detected. Null if unknown. */
  detected: string | null
  /** Beginning of the file as text. Null if a MIME type was detected or the content is binary. */
  head: string | null
}

/** Number of bytes at the beginning of a file that are read to recognise text. */
export const FILE_HEAD_BYTES = 4_096
/** Control characters that text may contain: tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROL_CHARACTERS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])

const isText = (text: string): boolean =>
  [...text].every((char) => char >= ' ' || TEXT_CONTROL_CHARACTERS.has(char.charCodeAt(0)))

/**
 * Decodes the beginning of a file as text. Returns null if it is binary. Without a byte order mark, each byte becomes one character; this
 * suffices to detect HTML and XML tags, which are ASCII.
 */
export function decodeTextHead(bytes: Uint8Array): string | null {
  const encoding = detectByteOrderMarkEncoding(bytes)
  const text = encoding === undefined ? String.fromCharCode(...bytes) : new TextDecoder(encoding).decode(bytes)
  return isText(text) ? text : null
}

/** Error message for a file whose inspection failed: it took too long, used too much memory or crashed. */
export const UNREADABLE_FILE_MESSAGE = 'Não foi possível ler este arquivo: ele parece estar danificado.'
const MISMATCH_MESSAGE = 'O conteúdo não corresponde ao nome do arquivo.'
const MACROS_MESSAGE = 'Este arquivo do Office tem macros. Salve uma cópia sem macros, como DOCX, XLSX ou PDF, e envie de novo.'
const EMPTY_FILE_MESSAGE = 'O arquivo está vazio.'

export const formatUnsupportedFileError = (filename: string, { carrierName } = TEAM_FILE_LIMITS): string => {
  const extension = getExtension(filename)
  return `${carrierName} não leva arquivos ${extension ? `.${extension}` : 'deste tipo'}. Envie PDF, Office, foto, vídeo MP4 ou áudio.`
}

/**
 * Returns the error message for a file of `size` bytes, or null if the size is allowed. Without `kind`, checks only the channel's maximum.
 */
export function getFileSizeError(size: number, kind?: FileKind, { maxBytes } = TEAM_FILE_LIMITS): string | null {
  if (size === 0) return EMPTY_FILE_MESSAGE
  const limit = Math.min(maxBytes, kind ? MAX_BYTES_BY_KIND[kind] : maxBytes)
  // Shows at least 0.1 MB more than the limit, so that the two rounded numbers in the message differ.
  const displayedSize = Math.max(size, limit + MB / 10)
  return size > limit ? `Este arquivo tem ${formatMegabytes(displayedSize)} MB; o limite é ${formatMegabytes(limit)} MB.` : null
}

/**
 * Returns the error message for a voice note with more than one channel, if the limits require one. Returns null if the file is allowed or
 * its number of channels is unknown.
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
 * Returns the kind and MIME type of a file, or as `refused` the error message why it may not be sent (MEDIA-04). The content determines the
 * type, except for plain text and old Office files, where the filename does.
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
 * Returns whether a filename extension is valid for the content. Images, videos and audio may have the extension of another format of the
 * same kind, because cameras and chat apps save such files.
 */
function isExtensionValid({ kind, extensions }: AcceptedType, extension: string): boolean {
  if (extension === '' || extensions.includes(extension)) return true
  return kind !== 'document' && KIND_BY_EXTENSION.get(extension) === kind
}

const getUnacceptedFileError = (filename: string, limits: FileLimits): string =>
  isAcceptedExtension(getExtension(filename)) ? MISMATCH_MESSAGE : formatUnsupportedFileError(filename, limits)

/** Returns the error message if a file of this MIME type may not have this filename, otherwise null (MEDIA-04). */
export function getFilenameError(filename: string, mimeType: string, limits = TEAM_FILE_LIMITS): string | null {
  const extension = getExtension(filename)
  // Allows only extensions for plain text, because the content does not show whether a text is a document or a program.
  if (mimeType === PLAIN_TEXT_TYPE.mimeType)
    return PLAIN_TEXT_EXTENSIONS.includes(extension) ? null : getUnacceptedFileError(filename, limits)
  return BINARY_TYPES.some((acceptedType) => acceptedType.mimeType === mimeType && isExtensionValid(acceptedType, extension))
    ? null
    : MISMATCH_MESSAGE
}

/** Returns whether a file may be sent in the form `mediaType`. Only OGG Opus audio may be sent as a voice note. */
export function canSendAs(mediaType: SentMediaType, { kind, mime_type }: { kind: FileKind; mime_type: string }): boolean {
  return mediaType === 'voice' ? mime_type === VOICE_MIME_TYPE : mediaType === kind
}
