import { getMedia } from '@prosa/contract/calls/channels'
import * as calls from '@prosa/contract/calls/files'
import { PART_BYTES } from '@prosa/contract/entities/file'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { acceptStreams, announcedBytes, streamOf } from '../../kernel/http/bodies/streamed-body.ts'
import { done, ok, route } from '../../kernel/http/contract-route.ts'
import { takeOne } from '../../kernel/http/take-one.ts'
import { giveUp } from './drop.ts'
import type { Files } from './ports.ts'
import { readStorage } from './quota.ts'
import { announceFile, presentFile, putPart, readOwn, verifyPart } from './upload.ts'

/** Maximum number of files that one user may announce per minute (docs/operations.md, 'Limites'). */
const FILES_PER_MINUTE = 60

/** Routes for uploading files and for downloading the file of a message. */
export async function fileRoutes(api: FastifyInstance, deps: Deps, serve: Files['serve']): Promise<void> {
  const perUser = deps.cluster.limiter({ name: 'file', points: FILES_PER_MINUTE, seconds: 60 })

  route(api, calls.createFile, async ({ who, body }) => ok(presentFile(await announceFile(deps, who, body))), {
    admit: ({ who }) => takeOne(perUser, who.userId),
  })

  route(api, calls.getFile, async ({ who, params }) => ok(presentFile(await readOwn(deps, who, params.id))))

  route(api, calls.deleteFile, async ({ who, params }) => {
    await giveUp(deps, who, params.id)
    return done()
  })

  route(api, calls.getStorage, async ({ who }) => ok(await deps.db.reading(who, (tx) => readStorage(tx, deps, who.tenantId))))

  await acceptStreams(api, PART_BYTES.most, (streams, options) =>
    route(
      streams,
      calls.putFilePart,
      async ({ who, params, request }) => ok(presentFile(await putPart(deps, who, params, streamOf(request)))),
      { ...options, admit: ({ who, params, request }) => verifyPart(deps, who, params, announcedBytes(request)) },
    ),
  )

  route(api, getMedia, async ({ who, params, request, reply }) => serve(request, reply, who.tenantId, params.messageId))
}
