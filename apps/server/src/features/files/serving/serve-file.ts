import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import * as z from 'zod/mini'
import { isUuid } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { files, media } from '../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { truncateFilename } from '../../../platform/files/truncate-filename.ts'
import type { Files } from '../ports.ts'
import { createThumbnails, type Thumbnails } from './thumbnails.ts'

/** MIME types that a browser may display inline. Other files are downloaded. */
const INLINE_MIME_TYPE = /^(image\/(jpeg|png|webp|gif)|audio\/(aac|amr|mp4|mpeg|ogg)|video\/(mp4|3gpp))$/

/** Maximum length of a download's filename, in UTF-16 units. */
const MAX_DOWNLOAD_NAME_CHARS = 150

const THUMBNAIL_KINDS: ReadonlySet<string> = new Set(['image', 'sticker'])

/** Response headers that stop scripts in a file from running when the file is opened as a page. */
const SCRIPT_BLOCKING_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
}

/** Returns the headers `content-type` and `content-disposition` of a file. */
export function getContentHeaders(mimeType: string | null, filename: string | null): { type: string; disposition: string } {
  const [base = ''] = (mimeType ?? '').toLowerCase().split(';')
  const isInline = INLINE_MIME_TYPE.test(base.trim())
  // A lone surrogate (half of a character) cannot be written into a header, so it is replaced.
  const sanitizedName = (filename ?? '').toWellFormed().replace(/[\p{Cc}\p{Cf}/\\]/gu, '')
  const name = truncateFilename(sanitizedName, MAX_DOWNLOAD_NAME_CHARS)
  const filenameParameter = name
    ? `; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`
    : ''
  return {
    type: isInline ? base.trim() : base.trim() === 'application/pdf' ? 'application/pdf' : 'application/octet-stream',
    disposition: `${isInline ? 'inline' : 'attachment'}${filenameParameter}`,
  }
}

const thumbnailQuery = z.object({ size: z.literal('thumb') })

/**
 * Creates the handler that sends a message's file: completely, a byte range, or its thumbnail (`?size=thumb`). The handler throws 404 if
 * there is no such file.
 */
export function createFileHandler(deps: Pick<Deps, 'db' | 'fileStore'>): Files['serve'] {
  const thumbnails = createThumbnails(deps.fileStore)
  return (request, reply, tenantId, messageId) => {
    const file = { tenantId, messageId }
    return thumbnailQuery.safeParse(request.query).success
      ? serveThumbnail(deps, thumbnails, reply, file)
      : serveFile(deps, request, reply, file)
  }
}

/** Sends a message's file, or the byte range that a player requests. @throws 404 if the message has no stored file */
async function serveFile(
  deps: Pick<Deps, 'db' | 'fileStore'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { tenantId, messageId }: { tenantId: string; messageId: string },
): Promise<FastifyReply> {
  const file = isUuid(messageId) ? await findFileToServe(deps, tenantId, messageId) : null
  const size = file && (await deps.fileStore.getSize(tenantId, file.name))
  if (!file || size === null) throw errors.notFound()
  const { type, disposition } = getContentHeaders(file.mimeType, file.filename)
  reply.headers({
    ...SCRIPT_BLOCKING_HEADERS,
    'content-type': type,
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
  })
  const range = request.headers.range === undefined ? -2 : parseRange(size, request.headers.range, { combine: true })
  if (range === -1)
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'content-type': 'text/plain' })
      .send('')
  const [part] = Array.isArray(range) && range.type === 'bytes' && range.length === 1 ? range : []
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  reply.header('content-length', part ? part.end - part.start + 1 : size)
  return reply.send(deps.fileStore.read(tenantId, file.name, part))
}

/** Sends the thumbnail of a message's image (MEDIA-14). @throws 404 if the message has no image or no thumbnail can be created */
async function serveThumbnail(
  deps: Pick<Deps, 'db' | 'fileStore'>,
  thumbnails: Thumbnails,
  reply: FastifyReply,
  { tenantId, messageId }: { tenantId: string; messageId: string },
): Promise<FastifyReply> {
  const file = isUuid(messageId) ? await findFileToServe(deps, tenantId, messageId) : null
  const thumbnail = file && THUMBNAIL_KINDS.has(file.kind) ? await thumbnails.getOrCreate(tenantId, file.name) : null
  if (!thumbnail) throw errors.notFound()
  reply.headers({
    ...SCRIPT_BLOCKING_HEADERS,
    'content-type': 'image/webp',
    'content-disposition': 'inline',
    'content-length': thumbnail.size,
  })
  return reply.send(deps.fileStore.read(tenantId, thumbnail.name))
}

async function findFileToServe({ db }: Pick<Deps, 'db'>, tenantId: string, messageId: string) {
  const [row] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select({ name: files.storedAs, kind: files.kind, mimeType: files.mimeType, filename: files.filename })
      .from(media)
      .innerJoin(files, whereTenant(files, media.tenantId, eq(files.id, media.fileId)))
      .where(whereTenant(media, tenantId, eq(media.messageId, messageId))),
  )
  return row?.name ? { ...row, name: row.name } : null
}
