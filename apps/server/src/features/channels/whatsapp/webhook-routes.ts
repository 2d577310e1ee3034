import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import { parseKeepingDigits } from '../../../kernel/parse-json.ts'
import type { Deliveries } from './apply-status.ts'
import { storeWebhook } from './store-webhook.ts'

export const WEBHOOK_PATH = '/webhooks/whatsapp'
/** What Meta sends at most. */
const BODY_LIMIT = 3 * 1024 * 1024

/** Compares in the same time whatever the difference. */
const same = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return !!x && !!y && timingSafeEqual(x, y)
}

/** True when these very bytes were signed with the app's secret. */
const isSigned = (body: Buffer, header: unknown, appSecret: string): boolean =>
  typeof header === 'string' && same(header, `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`)

/** Meta's side: the handshake, and what it tells us. Both are closed until their secrets are configured. */
export async function whatsappWebhook(http: FastifyInstance, deps: Deps, conversations: Deliveries): Promise<void> {
  const { appSecret, verifyToken } = deps.config.whatsapp
  await http.register(async (scope) => {
    // The signature is over the bytes as they came; anything may claim to be JSON.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body))

    scope.get<{ Querystring: Record<string, unknown> }>(WEBHOOK_PATH, { schema: { hide: true } }, async (request, reply) => {
      const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = request.query
      if (verifyToken === null) throw errors.notFound()
      if (mode !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string' || !same(token, verifyToken))
        throw errors.denied()
      return reply.type('text/plain; charset=utf-8').send(challenge)
    })

    scope.post(WEBHOOK_PATH, { schema: { hide: true }, bodyLimit: BODY_LIMIT }, async (request, reply) => {
      if (appSecret === null) throw errors.notFound()
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!isSigned(body, request.headers['x-hub-signature-256'], appSecret)) throw errors.denied()
      await storeWebhook(deps, conversations, parse(body))
      return reply.type('text/plain; charset=utf-8').send('ok')
    })
  })
}

function parse(body: Buffer): unknown {
  try {
    return parseKeepingDigits(body.toString('utf8'))
  } catch {
    throw errors.invalid()
  }
}
