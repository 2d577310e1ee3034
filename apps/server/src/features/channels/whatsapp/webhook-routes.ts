import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import { parseKeepingDigits } from '../../../kernel/json.ts'
import { cutDeepNesting } from '../../../kernel/json-nesting.ts'
import type { StatusPorts } from './apply-status.ts'
import { createAppFinder } from './find-webhook-app.ts'
import { type AppRow, secretOfApp } from './own-app.ts'
import { tellOfNumber } from './problems.ts'
import { isSigned, looksSigned, same } from './signed.ts'
import { storeWebhook } from './store-webhook.ts'
import { readVerifyWord } from './verify-word.ts'
import { hasTooManyValues } from './webhook-size.ts'
import { createWebhookTurns } from './webhook-turns.ts'
import { wrongSignatures } from './wrong-signatures.ts'

export const WEBHOOK_PATH = '/webhooks/whatsapp'
/** Maximum body size in bytes that Meta sends. */
const BODY_LIMIT = 3 * 1024 * 1024
const OF_APP = `${WEBHOOK_PATH}/:key`

type OfApp = FastifyRequest<{ Params: { key?: string }; Querystring: Record<string, unknown> }>

/**
 * Registers Meta's webhook: the handshake and the events. The installation's app uses WEBHOOK_PATH, which returns 404 until its secrets are
 * configured. An organisation's own app uses a path below it, and its events apply only to the numbers of that app (WIRE-25).
 */
export async function whatsappWebhook(http: FastifyInstance, deps: Deps, ports: StatusPorts): Promise<void> {
  const { appSecret, verifyToken } = deps.config.whatsapp
  const noteWrongSignature = wrongSignatures(deps)
  const findApp = createAppFinder(deps)
  const inTurn = createWebhookTurns()

  /** Returns the app of the request's path, or null for the installation's app. @throws 404 for an unknown path */
  const appAt = async ({ params: { key }, ip }: OfApp): Promise<AppRow | null> => (key === undefined ? null : findApp(key, ip))

  const shakeHands = async (request: OfApp, reply: FastifyReply) => {
    const { 'hub.mode': mode, 'hub.verify_token': word, 'hub.challenge': challenge } = request.query
    const app = await appAt(request)
    if (app === null && verifyToken === null) throw errors.notFound()
    if (mode !== 'subscribe' || typeof word !== 'string' || typeof challenge !== 'string') throw errors.denied()
    const isInstallations = app === null && verifyToken !== null && same(word, verifyToken)
    if (!isInstallations && !(await isKnown(deps, app, word))) throw errors.denied()
    return reply.type('text/plain; charset=utf-8').send(challenge)
  }

  /** Returns the app that a request is for, and the app's secret. @throws 404 if there is no such app or no secret */
  const findSigner = async (request: OfApp) => {
    const app = await appAt(request)
    const secret = app ? secretOfApp(deps, app) : appSecret
    if (secret === null) throw errors.notFound()
    return { app, secret }
  }

  /**
   * Rejects a request without a well-formed signature before its body is read.
   * @throws 404 without such an app, 403 without such a signature
   */
  const admit = async (request: OfApp) => {
    const { app } = await findSigner(request)
    if (looksSigned(request.headers['x-hub-signature-256'])) return
    if (app) await noteWrongSignature(app)
    throw errors.denied()
  }

  const take = async (request: OfApp, reply: FastifyReply) => {
    const { app, secret } = await findSigner(request)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!isSigned(body, request.headers['x-hub-signature-256'], secret)) {
      if (app) await noteWrongSignature(app)
      throw errors.denied()
    }
    const store = () => storeWebhook(deps, ports, parse(body), app)
    await (app ? inTurn(app.tenantId, store) : store())
    return reply.type('text/plain; charset=utf-8').send('ok')
  }

  await http.register(async (scope) => {
    // The signature covers the raw bytes, so the body is not parsed as JSON before the check.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body))
    for (const url of [WEBHOOK_PATH, OF_APP]) {
      scope.get(url, { schema: { hide: true } }, shakeHands)
      scope.post(url, { schema: { hide: true }, bodyLimit: BODY_LIMIT, onRequest: admit }, take)
    }
  })
}

/** Returns whether a verify token is ours: of this app, or of a number linked through it, whose handshake is then stored as done. */
async function isKnown(deps: Deps, app: AppRow | null, word: string): Promise<boolean> {
  const named = readVerifyWord(deps.config, word)
  if (!named) return false
  if (named.kind === 'app') return named.id === app?.id
  return deps.db.system(async (tx) => {
    const [number] = await tx.db
      .select({ tenantId: whatsappNumbers.tenantId, appId: whatsappNumbers.appId })
      .from(whatsappNumbers)
      .where(eq(whatsappNumbers.id, named.id))
    if (!number || number.appId !== (app?.id ?? null)) return false
    await tx.db
      .update(whatsappNumbers)
      .set({ handshakeAt: deps.clock.now() })
      .where(ofTenant(whatsappNumbers, number.tenantId, eq(whatsappNumbers.id, named.id)))
    // The number's card in the panel shows the handshake.
    await tellOfNumber(tx, { tenantId: number.tenantId, numberId: named.id })
    return true
  })
}

/** @throws 413 for more values than Meta sends, 400 for invalid JSON */
function parse(body: Buffer): unknown {
  const json = body.toString('utf8')
  if (hasTooManyValues(json)) throw errors.tooLarge()
  try {
    return parseKeepingDigits(cutDeepNesting(json))
  } catch {
    throw errors.invalid()
  }
}
