import * as calls from '@prosa/contract/calls/webchat/webchat-files'
import { FILE_PART_LIMITS_BYTES } from '@prosa/contract/entities/files/file'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { getBodyStream, getStreamedContentLength, registerStreamedRoutes } from '../../../platform/http/bodies/streamed-body.ts'
import { ok, registerRoute } from '../../../platform/http/calls/contract-route.ts'
import { getIpLimitKey } from '../../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../../platform/http/limits/consume-rate-limit.ts'
import type { Files } from '../../files/ports.ts'
import { findChatAgent, getOrCreateVisitorKey, getVisitorSecret, toVisitorChannelKey } from './visitor.ts'

/**
 * Upload limits per IP address, shared by all visitors of that address. Announcements include repetitions, which the chat page sends every
 * five seconds while the virus scanner is down. `features/files/uploads/visitor-limits.ts` limits each visitor.
 */
const LIMITS_PER_ADDRESS = { filesPerHour: 60, megabytesPerDay: 240, partsPerMinute: 120, announcementsPerMinute: 240 } as const
const MB = 1024 * 1024

/** Registers the API endpoints for file uploads of web chat visitors. A cookie identifies the visitor. */
export async function visitorFileRoutes(
  app: FastifyInstance,
  deps: Deps,
  files: Pick<Files, 'announce' | 'verifyPart' | 'storePart'>,
  secure: boolean,
): Promise<void> {
  const { cluster } = deps
  const fileLimiter = cluster.limiter({ name: 'visitor-file-ip', points: LIMITS_PER_ADDRESS.filesPerHour, seconds: 3_600 })
  const megabyteLimiter = cluster.limiter({
    name: 'visitor-bytes-ip',
    points: LIMITS_PER_ADDRESS.megabytesPerDay,
    seconds: 86_400,
  })
  const announcementLimiter = cluster.limiter({
    name: 'visitor-file-ask-ip',
    points: LIMITS_PER_ADDRESS.announcementsPerMinute,
    seconds: 60,
  })
  const partLimiter = cluster.limiter({ name: 'visitor-part-ip', points: LIMITS_PER_ADDRESS.partsPerMinute, seconds: 60 })

  registerRoute(
    app,
    calls.createWebchatFile,
    async ({ params, body, request, reply }) => {
      const { tenantId, agentId } = await findChatAgent(deps, params.agentId)
      const ipKey = getIpLimitKey(request.ip)
      const uploader = { tenantId, visitor: getOrCreateVisitorKey(request, reply, agentId, secure) }
      return ok(
        // Runs before storage is reserved, so that a rejected file reserves none.
        await files.announce(uploader, body, async (bytes) => {
          await consumeRateLimit(fileLimiter, ipKey)
          if (bytes > 0) await consumeRateLimit(megabyteLimiter, ipKey, Math.ceil(bytes / MB))
        }),
      )
    },
    { checkBeforeBody: ({ request }) => consumeRateLimit(announcementLimiter, getIpLimitKey(request.ip)) },
  )

  /**
   * Returns the visitor who uploads a file part, identified by the cookie that was set when the file was announced.
   * @throws 404 without a cookie
   */
  const findUploader = async (request: FastifyRequest, agentId: string) => {
    const { tenantId } = await findChatAgent(deps, agentId)
    const secret = getVisitorSecret(request)
    if (secret === null) throw errors.notFound()
    return { tenantId, visitor: toVisitorChannelKey(secret) }
  }

  await registerStreamedRoutes(app, FILE_PART_LIMITS_BYTES.max, (streams, options) =>
    registerRoute(
      streams,
      calls.putWebchatFilePart,
      async ({ params: { agentId, ...part }, request }) =>
        ok(await files.storePart(await findUploader(request, agentId), part, getBodyStream(request))),
      {
        ...options,
        checkBeforeBody: async ({ params: { agentId, ...part }, request }) => {
          await consumeRateLimit(partLimiter, getIpLimitKey(request.ip))
          await files.verifyPart(await findUploader(request, agentId), part, getStreamedContentLength(request))
        },
      },
    ),
  )
}
