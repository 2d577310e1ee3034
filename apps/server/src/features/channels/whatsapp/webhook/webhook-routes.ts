import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import { getIpLimitKey } from '../../../../platform/http/client-address/ip-limit-key.ts'
import { parseJsonWithLongIntegers } from '../../../../platform/json/json.ts'
import { limitJsonDepth } from '../../../../platform/json/limit-json-depth.ts'
import { createMemoryRateLimiter } from '../../../../platform/processes/cluster.ts'
import { emitNumberState } from '../number-health/problems.ts'
import { type ChannelAppRow, decryptAppSecret } from '../own-apps/channel-apps.ts'
import { createWebhookAppFinder } from '../own-apps/find-webhook-app.ts'
import { createWebhookQueue } from '../own-apps/webhook-queue.ts'
import { createWrongSignatureCounter } from '../own-apps/wrong-signatures.ts'
import type { StatusPorts } from '../statuses/apply-statuses.ts'
import { handleWebhook } from './handle-webhook.ts'
import { equalsInConstantTime, hasSignatureFormat, hasValidSignature } from './signature.ts'
import { parseVerifyToken } from './verify-token.ts'
import { hasTooManyValues } from './webhook-size.ts'

export const WEBHOOK_PATH = '/webhooks/whatsapp'
/** Maximum body size in bytes of the webhooks that Meta sends. */
const MAX_BODY_BYTES = 3 * 1024 * 1024
const APP_WEBHOOK_PATH = `${WEBHOOK_PATH}/:key`
/** Number of wrong signatures of one IP address for one organisation's Meta app in ten seconds. Above it, requests are rejected unread. */
const WRONG_SIGNATURE_LIMIT = { name: 'webhook-signatures', points: 10, seconds: 10 }

type WebhookRequest = FastifyRequest<{ Params: { key?: string }; Querystring: Record<string, unknown> }>

/**
 * Registers the endpoints of Meta's webhooks. WEBHOOK_PATH is for the Meta app of this installation and returns 404 until its secrets are
 * configured. Paths below it are for organisations' own Meta apps and affect only the WhatsApp numbers of those apps (WIRE-25).
 */
export async function whatsappWebhookRoutes(http: FastifyInstance, deps: Deps, ports: StatusPorts): Promise<void> {
  const { appSecret, verifyToken } = deps.config.whatsapp
  const recordWrongSignature = createWrongSignatureCounter(deps)
  const findApp = createWebhookAppFinder(deps)
  const enqueueWebhook = createWebhookQueue()
  const wrongSignatures = createMemoryRateLimiter(WRONG_SIGNATURE_LIMIT)
  const getSenderKey = ({ params: { key }, ip }: WebhookRequest) => `${key} ${getIpLimitKey(ip)}`
  const signers = new WeakMap<WebhookRequest, ReturnType<typeof findSigner>>()

  /** Returns the organisation's own Meta app in the path, or null for the Meta app of this installation. @throws 404 for an unknown path */
  const findRequestedApp = async ({ params: { key }, ip }: WebhookRequest): Promise<ChannelAppRow | null> =>
    key === undefined ? null : findApp(key, ip)

  const verifyWebhookUrl = async (request: WebhookRequest, reply: FastifyReply) => {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = request.query
    const app = await findRequestedApp(request)
    if (app === null && verifyToken === null) throw errors.notFound()
    if (mode !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') throw errors.permissionDenied()
    const isInstallationToken = app === null && verifyToken !== null && equalsInConstantTime(token, verifyToken)
    if (!isInstallationToken && !(await isKnownVerifyToken(deps, app, token))) throw errors.permissionDenied()
    return reply.type('text/plain; charset=utf-8').send(challenge)
  }

  /**
   * Returns the Meta app of a request (null for the one of this installation) and its secret.
   * @throws 404 for an unknown app, or if the Meta app of this installation has no secret
   */
  const findSigner = async (request: WebhookRequest) => {
    const app = await findRequestedApp(request)
    const secret = app ? decryptAppSecret(deps, app) : appSecret
    if (secret === null) throw errors.notFound()
    return { app, secret }
  }

  /**
   * Rejects a request without a well-formed signature before its body is read.
   * @throws 404 for an unknown app, 403 if the signature header is missing or malformed, 429 after too many wrong signatures
   */
  const requireSignatureFormat = async (request: WebhookRequest) => {
    const earlier = await wrongSignatures.get(getSenderKey(request))
    if (earlier && earlier.consumedPoints >= WRONG_SIGNATURE_LIMIT.points)
      throw errors.rateLimited(Math.ceil(earlier.msBeforeNext / 1_000))
    const signer = findSigner(request)
    signers.set(request, signer)
    const { app } = await signer
    if (!hasSignatureFormat(request.headers['x-hub-signature-256'])) await rejectSignature(request, app)
  }

  /** @throws 403 */
  const rejectSignature = async (request: WebhookRequest, app: ChannelAppRow | null): Promise<never> => {
    if (app) {
      await wrongSignatures.penalty(getSenderKey(request))
      await recordWrongSignature(app)
    }
    throw errors.permissionDenied()
  }

  const receiveWebhook = async (request: WebhookRequest, reply: FastifyReply) => {
    const { app, secret } = await (signers.get(request) ?? findSigner(request))
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!hasValidSignature(body, request.headers['x-hub-signature-256'], secret)) await rejectSignature(request, app)
    const store = () => handleWebhook(deps, ports, parseBody(body), app)
    await (app ? enqueueWebhook(app.tenantId, store) : store())
    return reply.type('text/plain; charset=utf-8').send('ok')
  }

  await http.register(async (scope) => {
    // Receives the body as raw bytes, because the signature covers the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => done(null, body))
    for (const url of [WEBHOOK_PATH, APP_WEBHOOK_PATH]) {
      scope.get(url, { schema: { hide: true } }, verifyWebhookUrl)
      scope.post(url, { schema: { hide: true }, bodyLimit: MAX_BODY_BYTES, onRequest: requireSignatureFormat }, receiveWebhook)
    }
  })
}

/**
 * Whether a verify token belongs to this Meta app or to a WhatsApp number of the app. For a number, also stores that Meta has verified its
 * webhook URL.
 */
async function isKnownVerifyToken(deps: Deps, app: ChannelAppRow | null, token: string): Promise<boolean> {
  const subject = parseVerifyToken(deps.config, token)
  if (!subject) return false
  if (subject.kind === 'app') return subject.id === app?.id
  return deps.db.system(async (tx) => {
    const [number] = await tx.db
      .select({ tenantId: whatsappNumbers.tenantId, appId: whatsappNumbers.appId })
      .from(whatsappNumbers)
      .where(eq(whatsappNumbers.id, subject.id))
    if (!number || number.appId !== (app?.id ?? null)) return false
    await tx.db
      .update(whatsappNumbers)
      .set({ handshakeAt: deps.clock.now() })
      .where(whereTenant(whatsappNumbers, number.tenantId, eq(whatsappNumbers.id, subject.id)))
    // The panel shows whether the webhook URL of a number is verified.
    await emitNumberState(tx, { tenantId: number.tenantId, numberId: subject.id })
    return true
  })
}

/** Parses the JSON body of a webhook. @throws 413 if it contains more values than Meta sends, 400 for invalid JSON */
function parseBody(body: Buffer): unknown {
  const json = body.toString('utf8')
  if (hasTooManyValues(json)) throw errors.payloadTooLarge()
  try {
    return parseJsonWithLongIntegers(limitJsonDepth(json))
  } catch {
    throw errors.invalid()
  }
}
