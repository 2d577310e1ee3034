import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import * as z from 'zod/mini'
import { cutFilename } from '../../kernel/cut-filename.ts'
import { isUuid } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { files, media } from '../../kernel/db/schema/files.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Files } from './ports.ts'
import { createThumbs, type Thumbs } from './thumbs.ts'

/** Types that a browser may show in place; every other is a download without a type of its own. */
const SHOWN = /^(image\/(jpeg|png|webp|gif)|audio\/(aac|amr|mp4|mpeg|ogg)|video\/(mp4|3gpp))$/

/** UTF-16 units of the name that a file is saved under. */
const SAVED_NAME_MAX = 150

/** Kinds that have a small picture. */
const PICTURES: ReadonlySet<string> = new Set(['image', 'sticker'])

/** Whatever it is, opened by itself it can do nothing. */
const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
}

/** What a file is served as: its type when it is harmless, and whether it opens in place. */
export function servedAs(mimeType: string | null, filename: string | null): { type: string; disposition: string } {
  const [base = ''] = (mimeType ?? '').toLowerCase().split(';')
  const shown = SHOWN.test(base.trim())
  // A lone surrogate, half of a character, cannot be written into a header.
  const clean = (filename ?? '').toWellFormed().replace(/[\p{Cc}\p{Cf}/\\]/gu, '')
  const name = cutFilename(clean, SAVED_NAME_MAX)
  const named = name
    ? `; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`
    : ''
  return {
    type: shown ? base.trim() : base.trim() === 'application/pdf' ? 'application/pdf' : 'application/octet-stream',
    disposition: `${shown ? 'inline' : 'attachment'}${named}`,
  }
}

/** How a small one is asked for. */
const small = z.object({ size: z.literal('thumb') })

/** Answers with a message's file: whole or in parts, or small, as `?size=thumb` asks. @throws 404 */
export function createServe(deps: Pick<Deps, 'db' | 'files'>): Files['serve'] {
  const thumbs = createThumbs(deps.files)
  return (request, reply, tenantId, messageId) => {
    const which = { tenantId, messageId }
    return small.safeParse(request.query).success
      ? serveThumb(deps, thumbs, reply, which)
      : serveFile(deps, request, reply, which)
  }
}

/** A message's file from the store, or the part of it that was asked for, so that sound and film can be sought in. @throws 404 */
async function serveFile(
  deps: Pick<Deps, 'db' | 'files'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { tenantId, messageId }: { tenantId: string; messageId: string },
): Promise<FastifyReply> {
  const found = isUuid(messageId) ? await findServed(deps, tenantId, messageId) : null
  const size = found && (await deps.files.sizeOf(tenantId, found.name))
  if (!found || size === null) throw errors.notFound()
  const { type, disposition } = servedAs(found.mimeType, found.filename)
  reply.headers({ ...HARMLESS, 'content-type': type, 'content-disposition': disposition, 'accept-ranges': 'bytes' })
  const range = request.headers.range === undefined ? -2 : parseRange(size, request.headers.range, { combine: true })
  if (range === -1)
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'content-type': 'text/plain' })
      .send('')
  const [part] = Array.isArray(range) && range.type === 'bytes' && range.length === 1 ? range : []
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  reply.header('content-length', part ? part.end - part.start + 1 : size)
  return reply.send(deps.files.read(tenantId, found.name, part))
}

/** The small picture of a message's picture (MEDIA-14). @throws 404 where there is none, or none can be made */
async function serveThumb(
  deps: Pick<Deps, 'db' | 'files'>,
  thumbs: Thumbs,
  reply: FastifyReply,
  { tenantId, messageId }: { tenantId: string; messageId: string },
): Promise<FastifyReply> {
  const found = isUuid(messageId) ? await findServed(deps, tenantId, messageId) : null
  const thumb = found && PICTURES.has(found.kind) ? await thumbs.of(tenantId, found.name) : null
  if (!thumb) throw errors.notFound()
  reply.headers({ ...HARMLESS, 'content-type': 'image/webp', 'content-disposition': 'inline', 'content-length': thumb.size })
  return reply.send(deps.files.read(tenantId, thumb.name))
}

async function findServed({ db }: Pick<Deps, 'db'>, tenantId: string, messageId: string) {
  const [row] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select({ name: files.storedAs, kind: files.kind, mimeType: files.mimeType, filename: files.filename })
      .from(media)
      .innerJoin(files, ofTenant(files, media.tenantId, eq(files.id, media.fileId)))
      .where(ofTenant(media, tenantId, eq(media.messageId, messageId))),
  )
  return row?.name ? { ...row, name: row.name } : null
}
