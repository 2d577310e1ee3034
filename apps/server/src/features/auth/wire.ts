import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { addAccount, changeAccount, switchAccount, takePhone } from './accounts.ts'
import { createCookies } from './cookies.ts'
import { createPasswordLimits } from './limits.ts'
import { sessionEvents } from './live.ts'
import { mailNewAccess } from './new-access.ts'
import { hashNewPassword } from './new-password.ts'
import { makeResetLink, withdrawLinksMadeBy, withdrawLinksOfTenant, withdrawResetLinks } from './password-reset/reset-link.ts'
import { sendResetLink } from './password-reset/send-reset-link.ts'
import type { Accounts } from './ports.ts'
import { clearOldSessions, markSessionsEnded } from './queries.ts'
import { authRoutes, identifyRequest, openSessionFor } from './routes.ts'
import { mailRefusedStep } from './second-step/refused-step.ts'
import { removeSecondStep } from './second-step/settle.ts'
import { resealTotp } from './second-step/totp.ts'
import { createSessionState } from './session-state.ts'
import { createTokens, TICKET_SECONDS } from './tokens.ts'

/** Authentication of requests and sockets. */
export interface Door {
  /** Sets the identity of a request, if it has one. Does not refuse a request: the route decides. */
  identifyRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /**
   * Consumes a socket's ticket. Returns its user; null if the ticket is not valid or already used, or a second factor must be set up first.
   */
  admit: (ticket: unknown) => Promise<Identity | null>
  /** Returns the current identity of a session, or null if it is no longer valid. */
  identify: (who: Identity) => Promise<Identity | null>
}

export function wireAuth(deps: Deps) {
  const { config, cluster } = deps
  const tokens = createTokens(config.sessionSecret, config.previousSecret)
  const cookies = createCookies(config.publicUrl?.startsWith('https://') ?? false)
  const { identify } = createSessionState(deps)
  const tickets = cluster.oneTime('ticket')
  const port: Accounts = {
    takePhone,
    add: addAccount,
    change: changeAccount,
    switch: switchAccount,
    clearOldSessions,
    hashPassword: (password) => hashNewPassword(password, 'password'),
    openSession: (...asked) => openSessionFor(deps, { tokens, cookies }, ...asked),
    endSessions: markSessionsEnded,
    removeSecondStep,
    makeResetLink,
    withdrawResetLinks,
    withdrawLinksMadeBy,
    withdrawLinksOfTenant,
  }
  const door: Door = {
    identifyRequest: (request, reply) => identifyRequest(request, reply, { tokens, cookies, identify }),
    admit: async (ticket) => {
      const subject = typeof ticket === 'string' ? await tokens.readTicket(ticket).catch(() => null) : null
      if (!subject || !(await tickets.take(subject.id, TICKET_SECONDS * 1_000))) return null
      const who = await identify(subject)
      return who?.secondStepDue ? null : who
    },
    identify,
  }
  return {
    port,
    door,
    routes: (api) => authRoutes(api, deps, { tokens, cookies, limits: createPasswordLimits(cluster) }),
    jobs: {
      'send-reset-link': (job) => sendResetLink(deps, job),
      'mail-new-access': (job) => mailNewAccess(deps, job),
      'mail-refused-step': (job) => mailRefusedStep(deps, job),
    },
    live: sessionEvents,
    reseal: (tx, tenantId) => resealTotp(tx, tenantId, config),
  } satisfies Feature & { port: Accounts; door: Door }
}
