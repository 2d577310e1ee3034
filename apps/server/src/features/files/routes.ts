import * as calls from '@prosa/contract/calls/conversations/files'
import { getMedia } from '@prosa/contract/calls/whatsapp/channels'
import { FILE_PART_LIMITS_BYTES } from '@prosa/contract/entities/files/file'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { getBodyStream, getStreamedContentLength, registerStreamedRoutes } from '../../platform/http/bodies/streamed-body.ts'
import { ok, okWithoutData, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { consumeRateLimit } from '../../platform/http/limits/consume-rate-limit.ts'
import type { Files } from './ports.ts'
import { deleteOwnFile } from './storage/delete-files.ts'
import { getStorageUsage } from './storage/quota.ts'
import { announceFile, getOwnFile, presentFile, storeFilePart, verifyFilePart } from './uploads/upload.ts'

/** Maximum number of files that one user may announce per minute (docs/operations.md, 'Limites'). */
const FILES_PER_MINUTE = 60

/** Registers the routes for uploading files and for downloading the file of a message. */
export async function fileRoutes(api: FastifyInstance, deps: Deps, serve: Files['serve']): Promise<void> {
  const perUser = deps.cluster.limiter({ name: 'file', points: FILES_PER_MINUTE, seconds: 60 })

  registerRoute(api, calls.createFile, async ({ who, body }) => ok(presentFile(await announceFile(deps, who, body))), {
    admit: ({ who }) => consumeRateLimit(perUser, who.userId),
  })

  registerRoute(api, calls.getFile, async ({ who, params }) => ok(presentFile(await getOwnFile(deps, who, params.id))))

  registerRoute(api, calls.deleteFile, async ({ who, params }) => {
    await deleteOwnFile(deps, who, params.id)
    return okWithoutData()
  })

  registerRoute(api, calls.getStorage, async ({ who }) =>
    ok(await deps.db.reading(who, (tx) => getStorageUsage(tx, deps, who.tenantId))),
  )

  await registerStreamedRoutes(api, FILE_PART_LIMITS_BYTES.most, (streams, options) =>
    registerRoute(
      streams,
      calls.putFilePart,
      async ({ who, params, request }) => ok(presentFile(await storeFilePart(deps, who, params, getBodyStream(request)))),
      { ...options, admit: ({ who, params, request }) => verifyFilePart(deps, who, params, getStreamedContentLength(request)) },
    ),
  )

  registerRoute(api, getMedia, async ({ who, params, request, reply }) => serve(request, reply, who.tenantId, params.messageId))
}
