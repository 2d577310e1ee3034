import * as calls from '@prosa/contract/calls/webchat-files'
import { PART_BYTES } from '@prosa/contract/entities/file'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import { addressKey } from '../../../kernel/http/address-key.ts'
import { acceptStreams, announcedBytes, streamOf } from '../../../kernel/http/bodies/streamed-body.ts'
import { ok, route } from '../../../kernel/http/contract-route.ts'
import { takeOne } from '../../../kernel/http/take-one.ts'
import type { Files } from '../../files/ports.ts'
import { channelKeyOf, findChatAgent, visitorOf, visitorSecret } from './visitor.ts'

/**
 * What one address may send, of however many visitors that it makes up: files an hour, megabytes a day, parts a minute. A file that is on its
 * way already counts as a question only: its page asks again after a lost answer, and every five seconds while a scanner is down. A visitor's
 * own limits are by what it has announced (`features/files/visitor-limits.ts`).
 */
const PER_ADDRESS = { filesPerHour: 60, megabytesPerDay: 240, partsPerMinute: 120, questionsPerMinute: 240 } as const
const MB = 1024 * 1024

/** Files of a visitor on their way to its message, by its cookie. */
export async function visitorFileRoutes(
  app: FastifyInstance,
  deps: Deps,
  files: Pick<Files, 'announce' | 'verifyPart' | 'putPart'>,
  secure: boolean,
): Promise<void> {
  const { cluster } = deps
  const announced = cluster.limiter({ name: 'visitor-file-ip', points: PER_ADDRESS.filesPerHour, seconds: 3_600 })
  const megabytes = cluster.limiter({ name: 'visitor-bytes-ip', points: PER_ADDRESS.megabytesPerDay, seconds: 86_400 })
  const questions = cluster.limiter({ name: 'visitor-file-ask-ip', points: PER_ADDRESS.questionsPerMinute, seconds: 60 })
  const parts = cluster.limiter({ name: 'visitor-part-ip', points: PER_ADDRESS.partsPerMinute, seconds: 60 })

  route(
    app,
    calls.createWebchatFile,
    async ({ params, body, request, reply }) => {
      const { tenantId, agentId } = await findChatAgent(deps, params.agentId)
      const address = addressKey(request.ip)
      const who = { tenantId, visitor: visitorOf(request, reply, agentId, secure) }
      return ok(
        // Before it takes up any room: what is refused here must leave none of it used.
        await files.announce(who, body, async (bytes) => {
          await takeOne(announced, address)
          if (bytes > 0) await takeOne(megabytes, address, Math.ceil(bytes / MB))
        }),
      )
    },
    { admit: ({ request }) => takeOne(questions, addressKey(request.ip)) },
  )

  /** The visitor who sends a part: only an announced file has parts, so its browser has a cookie. @throws 404 without one */
  const senderOf = async (request: FastifyRequest, agentId: string) => {
    const { tenantId } = await findChatAgent(deps, agentId)
    const secret = visitorSecret(request)
    if (secret === null) throw errors.notFound()
    return { tenantId, visitor: channelKeyOf(secret) }
  }

  await acceptStreams(app, PART_BYTES.most, (streams, options) =>
    route(
      streams,
      calls.putWebchatFilePart,
      async ({ params: { agentId, ...which }, request }) =>
        ok(await files.putPart(await senderOf(request, agentId), which, streamOf(request))),
      {
        ...options,
        admit: async ({ params: { agentId, ...which }, request }) => {
          await takeOne(parts, addressKey(request.ip))
          await files.verifyPart(await senderOf(request, agentId), which, announcedBytes(request))
        },
      },
    ),
  )
}
