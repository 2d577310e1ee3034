import send from '@fastify/send'
import { mediaPath } from '@prosa/contract/calls/channels'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../../kernel/db/database.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import { sessionOf } from '../../../kernel/http/identity.ts'
import { findMedia, mediaFolder } from './media-files.ts'

/** Types that a browser may show in place; every other is a download without a type of its own. */
const SHOWN = /^(image\/(jpeg|png|webp|gif)|audio\/(aac|amr|mp4|mpeg|ogg)|video\/(mp4|3gpp))$/

/** What a file is served as: its type when it is harmless, and whether it opens in place. */
export function servedAs(mimeType: string | null, filename: string | null): { type: string; disposition: string } {
  const [base = ''] = (mimeType ?? '').toLowerCase().split(';')
  const shown = SHOWN.test(base.trim())
  const name = (filename ?? '').replace(/[\p{Cc}\p{Cf}/\\]/gu, '').slice(0, 150)
  const named = name
    ? `; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`
    : ''
  return {
    type: shown ? base.trim() : base.trim() === 'application/pdf' ? 'application/pdf' : 'application/octet-stream',
    disposition: `${shown ? 'inline' : 'attachment'}${named}`,
  }
}

/** A lead's file, to whoever is signed in to its tenant; parts of it too, so that sound and film can be sought in. */
export function mediaRoute(api: FastifyInstance, deps: Deps): void {
  api.get<{ Params: { messageId: string } }>(mediaPath, { schema: { hide: true } }, async (request, reply) => {
    const who = sessionOf(request)
    const { messageId } = request.params
    const row = isUuid(messageId) ? await deps.db.tenant(who.tenantId, (tx) => findMedia(tx, who.tenantId, messageId)) : null
    if (row?.state !== 'stored') throw errors.notFound()
    const { type, disposition } = servedAs(row.mimeType, row.filename)
    const file = await send(request.raw, row.messageId, {
      root: mediaFolder(deps, who.tenantId),
      contentType: false,
      cacheControl: false,
      etag: false,
      lastModified: false,
    })
    if (file.statusCode === 404) throw errors.notFound()
    return reply
      .code(file.statusCode)
      .headers(file.headers)
      .headers({
        'content-type': type,
        'content-disposition': disposition,
        'x-content-type-options': 'nosniff',
        // Whatever it is, opened by itself it can do nothing.
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-site',
      })
      .send(file.stream)
  })
}
