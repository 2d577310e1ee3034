import { allCalls } from '@prosa/contract/calls/all'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { assistantPorts } from './assistant-ports.ts'
import { agentRoutes } from './features/agents/routes.ts'
import { reader } from './features/assistant/turn/reader.ts'
import { tryAgent } from './features/assistant/turn/try-agent.ts'
import { startAssistant } from './features/assistant/turn/worker.ts'
import { auditExport } from './features/audit/export-audit.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { keepSealing, logHeads } from './features/audit/seal.ts'
import { createCookies } from './features/auth/cookies.ts'
import { createPasswordLimits } from './features/auth/limits.ts'
import { mailNewAccess } from './features/auth/new-access.ts'
import { hashNewPassword } from './features/auth/new-password.ts'
import { makeResetLink, withdrawResetLinks } from './features/auth/password-reset/reset-link.ts'
import { sendResetLink } from './features/auth/password-reset/send-reset-link.ts'
import { markSessionsEnded } from './features/auth/queries.ts'
import { authRoutes, identifyRequest, openSessionFor } from './features/auth/routes.ts'
import { removeSecondStep } from './features/auth/second-step/settle.ts'
import { createSessionState } from './features/auth/session-state.ts'
import { createTokens, TICKET_SECONDS } from './features/auth/tokens.ts'
import { calendarBox } from './features/calendar/calendar-box.ts'
import { calendarRoutes } from './features/calendar/routes.ts'
import { settleMeeting } from './features/calendar/settle-meeting.ts'
import { webchatRoutes } from './features/channels/webchat-routes.ts'
import { takeBatches } from './features/channels/whatsapp/batches.ts'
import { eraseFiles, fetchMediaFile } from './features/channels/whatsapp/media-files.ts'
import { whatsappChannel } from './features/channels/whatsapp/outgoing.ts'
import { showPresence } from './features/channels/whatsapp/presence.ts'
import { processEvents } from './features/channels/whatsapp/process-events.ts'
import { purgeEvents } from './features/channels/whatsapp/purge-events.ts'
import { whatsappRoutes } from './features/channels/whatsapp/routes.ts'
import { whatsappWebhook } from './features/channels/whatsapp/webhook-routes.ts'
import { deliverMessage, settleDelivery } from './features/conversations/deliver-message.ts'
import { createIntake } from './features/conversations/intake.ts'
import type { Intake } from './features/conversations/ports.ts'
import { presentMessage } from './features/conversations/present-message.ts'
import { raiseDelivery } from './features/conversations/raise-delivery.ts'
import { conversationRoutes } from './features/conversations/routes.ts'
import { sendMessage } from './features/conversations/send-message.ts'
import { setAttachment } from './features/conversations/set-attachment.ts'
import { socketHandlers } from './features/conversations/socket-handlers.ts'
import { loadViewsOfLead } from './features/conversations/view.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { workExports } from './features/exports/make-export.ts'
import { exportRoutes } from './features/exports/routes.ts'
import type { ExportSources } from './features/exports/source.ts'
import { findOrCreateLead } from './features/leads/find-or-create-lead.ts'
import { presentLead } from './features/leads/present.ts'
import { leadRoutes } from './features/leads/routes.ts'
import { endPause, pauseForEcho, pauseForManual } from './features/leads/set-pause.ts'
import { type OnboardingPorts, onboardingRoutes } from './features/onboarding/routes.ts'
import { setupRoutes } from './features/onboarding/setup-routes.ts'
import { keepHouse, startHouseKeeping } from './features/privacy/keep-house.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { tenantRoutes } from './features/tenants/routes.ts'
import { addFirstAgents } from './features/tenants/write-tenant.ts'
import { peopleRoutes } from './features/users/people-routes.ts'
import { userRoutes } from './features/users/routes.ts'
import type { Deps } from './kernel/deps.ts'
import { keepAddress } from './kernel/http/asked-from.ts'
import { keepDiskRoom } from './kernel/http/disk-room.ts'
import { apiDocs } from './kernel/http/docs.ts'
import { answerError, handleErrors } from './kernel/http/error-handler.ts'
import { healthRoutes } from './kernel/http/health.ts'
import { letGoWhenClosing } from './kernel/http/let-go.ts'
import { metricsRoute } from './kernel/http/metrics-route.ts'
import { refuseTheRest } from './kernel/http/refuse-the-rest.ts'
import { logRequests, requestId } from './kernel/http/request-log.ts'
import { secure } from './kernel/http/security.ts'
import { createSendLimit } from './kernel/http/send-limit.ts'
import { slowRefusals } from './kernel/http/slow-refusals.ts'
import { type Pages, servePages } from './kernel/http/static.ts'
import { TIME_OUTS } from './kernel/http/time-outs.ts'
import { hashToken, tenantOfToken } from './kernel/link-token.ts'
import { measure } from './kernel/measure.ts'
import { keepPresence } from './kernel/presence.ts'
import { openSockets } from './kernel/realtime/socket-server.ts'
import { tellSockets } from './kernel/realtime/tell-sockets.ts'
import { LIVE_EVENTS } from './live-events.ts'
import { reseal } from './reseal.ts'

/** Where what is exported comes from. */
const EXPORTED: ExportSources = { audit: auditExport }

/** Bytes that a JSON body may have. */
const BODY_LIMIT = 64 * 1024

export interface App {
  http: FastifyInstance
  /** Stores what a lead wrote on a channel. */
  receive: Intake['receive']
  /** Asks for no more requests, by /readyz, and still answers them. */
  leave(): void
}

/** Puts the product together: plugins, features, and what they need of each other. Nothing listens yet. */
export async function buildApp(given: Deps, pages: Pages | null): Promise<App> {
  const deps: Deps = { ...given, channels: { ...given.channels, whatsapp: whatsappChannel(given) } }
  const { config, log } = deps
  const http = Fastify({
    loggerInstance: log,
    bodyLimit: BODY_LIMIT,
    ...TIME_OUTS,
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    // What is under way is answered; the rest is closed below.
    forceCloseConnections: 'idle',
    genReqId: requestId,
    frameworkErrors: answerError,
    logController: new LogController({ disableRequestLogging: true }),
  })
  http.setSerializerCompiler(serializerCompiler)
  handleErrors(http)
  acceptEmptyJson(http)
  letGoWhenClosing(http)
  logRequests(http, deps.metrics)
  keepAddress(http)
  slowRefusals(http)
  keepDiskRoom(http, deps)
  await secure(http, config)

  const tokens = createTokens(config.sessionSecret, config.previousSecret)
  const cookies = createCookies(config.publicUrl?.startsWith('https://') ?? false)
  const { identify } = createSessionState(deps)
  const tickets = deps.cluster.oneTime('ticket')
  const countSend = createSendLimit(deps.cluster)
  const viewsOfLead: Parameters<typeof leadRoutes>[2] = (tx, tenantId, leadId) => loadViewsOfLead(tx.db, tenantId, leadId)
  const intake = createIntake(deps, { findOrCreateLead, pauseForEcho })

  http.decorateRequest('identity', null)
  http.decorateRequest('identityError', null)
  let isLeaving = false
  healthRoutes(http, deps, () => isLeaving)
  metricsRoute(http, deps)
  await apiDocs(http, deps.publicOrigin)
  await http.register(
    async (api) => {
      api.addHook('onRequest', (request, reply) => identifyRequest(request, reply, { tokens, cookies, identify }))
      authRoutes(api, deps, { tokens, cookies, limits: createPasswordLimits(deps.cluster) })
      agentRoutes(api, deps, (...asked) => tryAgent({ ...deps, reader }, ...asked))
      conversationRoutes(api, deps, pauseForManual, countSend)
      leadRoutes(api, deps, viewsOfLead)
      privacyRoutes(api, deps, { lead: presentLead, message: presentMessage, conversationsOf: viewsOfLead })
      calendarRoutes(api, deps)
      userRoutes(api, deps)
      peopleRoutes(api, deps, {
        endSessions: markSessionsEnded,
        removeStep: removeSecondStep,
        makeResetLink,
        withdrawResetLinks,
      })
      dashboardRoutes(api, deps)
      const accounts = {
        hashPassword: (password: string) => hashNewPassword(password, 'password'),
        openSession: (...[request, reply, who]: Parameters<OnboardingPorts['openSession']>) =>
          openSessionFor(deps, { tokens, cookies }, request, reply, who),
      }
      onboardingRoutes(api, deps, { tokens: { tenantOf: tenantOfToken, hash: hashToken }, ...accounts })
      setupRoutes(api, deps, { ...accounts, addFirstAgents })
      auditRoutes(api, deps)
      exportRoutes(api, deps, EXPORTED)
      tenantRoutes(api, deps, (tx, tenantId, at) => markSessionsEnded(tx, { tenantId, reason: 'tenant switched off', at }))
      await webchatRoutes(api, deps, intake, presentMessage)
      whatsappRoutes(api, deps, async (who, message) => {
        await countSend(who.userId)
        return sendMessage(deps, pauseForManual, who, message)
      })
      refuseTheRest(api, allCalls, '/api')
    },
    { prefix: '/api' },
  )
  await whatsappWebhook(http, deps, raiseDelivery)
  if (pages) await servePages(http, pages)

  const presence = keepPresence(deps)
  const realtime = openSockets(http.server, {
    config,
    log,
    presence,
    handlers: socketHandlers(deps),
    identify,
    admit: async (ticket) => {
      const subject = typeof ticket === 'string' ? await tokens.readTicket(ticket).catch(() => null) : null
      if (!subject || !(await tickets.take(subject.id, TICKET_SECONDS * 1_000))) return null
      const who = await identify(subject)
      return who?.secondStepDue ? null : who
    },
  })
  http.addHook('preClose', async () => realtime.close())
  // Last of all: what writes to the database may have to wait for what is still under way, and lines must not stand open for that.
  http.addHook('onClose', () => presence.close())
  const sealing = keepSealing(deps)
  http.addHook('onClose', () => sealing.close())
  tellSockets(deps, realtime, LIVE_EVENTS)
  measure(deps, realtime)

  await deps.jobs.work('end-pause', (job) => endPause(deps, viewsOfLead, job))
  await deps.jobs.work('deliver-message', (job) => deliverMessage(deps, job))
  await deps.jobs.work('settle-delivery', (job) => settleDelivery(deps, job))
  const box = calendarBox(config)
  await deps.jobs.work('settle-meeting', (job) => settleMeeting(deps, box, job))
  await startWhatsApp(deps, intake)
  await deps.jobs.work('send-reset-link', (job) => sendResetLink(deps, job))
  await deps.jobs.work('mail-new-access', (job) => mailNewAccess(deps, job))
  await workExports(deps, EXPORTED)
  await deps.jobs.work('keep-house', () => keepHouse(deps, viewsOfLead).then(() => logHeads(deps)))
  await startHouseKeeping(deps)
  await reseal(deps)
  const closing = new AbortController()
  http.addHook('preClose', () => closing.abort(new Error('The server is closing')))
  await startAssistant(deps, { ...assistantPorts(deps), closing: closing.signal })
  return { http, receive: intake.receive, leave: () => (isLeaving = true) }
}

/** What WhatsApp brought is worked off, its files are fetched, and leads see that they are read. */
async function startWhatsApp(deps: Deps, intake: Intake): Promise<void> {
  await deps.jobs.work('receive-whatsapp', (job) => processEvents(deps, { intake, raiseDelivery }, job))
  await deps.jobs.work('take-whatsapp-batch', (job) => takeBatches(deps, raiseDelivery, job))
  await deps.jobs.work('fetch-media', (job) => fetchMediaFile(deps, setAttachment, job))
  await deps.jobs.work('erase-files', (job) => eraseFiles(deps, job))
  await deps.jobs.work('purge-whatsapp', (job) => purgeEvents(deps, job))
  showPresence(deps)
}

/** Calls of the contract without a body are sent with `content-type: application/json` by some clients. */
function acceptEmptyJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
