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

/** Maximum number of uploads that one user may start per minute (docs/operations.md, 'Limites'). */
const FILES_PER_MINUTE = 60

/** Registers the routes for uploading files and for downloading the file of a message. */
export async function fileRoutes(api: FastifyInstance, deps: Deps, serve: Files['serve']): Promise<void> {
  const perUser = deps.cluster.limiter({ name: 'file', points: FILES_PER_MINUTE, seconds: 60 })

  registerRoute(api, calls.createFile, async ({ identity, body }) => ok(presentFile(await announceFile(deps, identity, body))), {
    checkBeforeBody: ({ identity }) => consumeRateLimit(perUser, identity.userId),
  })

  registerRoute(api, calls.getFile, async ({ identity, params }) => ok(presentFile(await getOwnFile(deps, identity, params.id))))

  registerRoute(api, calls.deleteFile, async ({ identity, params }) => {
    await deleteOwnFile(deps, identity, params.id)
    return okWithoutData()
  })

  registerRoute(api, calls.getStorage, async ({ identity }) =>
    ok(await deps.db.runRead(identity, (tx) => getStorageUsage(tx, deps, identity.tenantId))),
  )

  await registerStreamedRoutes(api, FILE_PART_LIMITS_BYTES.max, (streams, options) =>
    registerRoute(
      streams,
      calls.putFilePart,
      async ({ identity, params, request }) =>
        ok(presentFile(await storeFilePart(deps, identity, params, getBodyStream(request)))),
      {
        ...options,
        checkBeforeBody: ({ identity, params, request }) =>
          verifyFilePart(deps, identity, params, getStreamedContentLength(request)),
      },
    ),
  )

  registerRoute(api, getMedia, async ({ identity, params, request, reply }) =>
    serve(request, reply, identity.tenantId, params.messageId),
  )
}
