import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../../platform/access/identity.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { addAccount, assignPhone, setAccountActive, updateAccount } from './accounts.ts'
import { sessionEvents } from './events.ts'
import {
  createResetLink,
  invalidateResetLinks,
  invalidateResetLinksMadeBy,
  invalidateTenantResetLinks,
} from './password-reset/reset-link.ts'
import { sendResetLinkMails } from './password-reset/send-reset-link.ts'
import { hashNewPassword } from './passwords/new-password.ts'
import { createPasswordLimits } from './passwords/password-limits.ts'
import type { Accounts } from './ports.ts'
import { deleteOldSessions, markSessionsEnded } from './queries.ts'
import { authRoutes, identifyRequest, openSessionForNewUser } from './routes.ts'
import { sendFailedSecondStepMail } from './second-step/failed-second-step.ts'
import { removeAllSecondSteps } from './second-step/second-step-state.ts'
import { reencryptTotpSecrets } from './second-step/totp.ts'
import { createAuthCookies } from './sessions/auth-cookies.ts'
import { createSessionCache } from './sessions/session-cache.ts'
import { createTokenService, SOCKET_TICKET_SECONDS } from './sessions/tokens.ts'
import { sendNewDeviceSignInMail } from './sign-in/new-device-sign-in.ts'

/** Authenticates HTTP requests and socket connections. */
export interface Authenticator {
  /** Sets `request.identity` if the request has a valid session. Rejects no request: each route decides whether it requires a session. */
  identifyRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /**
   * Consumes the one-time ticket of a socket connection and returns the user. Returns null if the ticket is invalid or already used, or if
   * the user must set up a second factor first.
   */
  consumeSocketTicket: (ticket: unknown) => Promise<Identity | null>
  /** Returns the current user data of a session, or null if the session is no longer valid. */
  findIdentity: (identity: Identity) => Promise<Identity | null>
}

export function createAuthModule(deps: Deps) {
  const { config, cluster } = deps
  const tokens = createTokenService(config.sessionSecret, config.previousSecret)
  const cookies = createAuthCookies(config.publicUrl?.startsWith('https://') ?? false)
  const { findIdentity } = createSessionCache(deps)
  const tickets = cluster.oneTime('ticket')
  const port: Accounts = {
    assignPhone: assignPhone,
    add: addAccount,
    update: updateAccount,
    setActive: setAccountActive,
    deleteOldSessions: deleteOldSessions,
    hashPassword: (password) => hashNewPassword(password, 'password'),
    openSession: (...args) => openSessionForNewUser(deps, { tokens, cookies }, ...args),
    endSessions: markSessionsEnded,
    removeSecondStep: removeAllSecondSteps,
    createResetLink: createResetLink,
    invalidateResetLinks: invalidateResetLinks,
    invalidateResetLinksMadeBy: invalidateResetLinksMadeBy,
    invalidateTenantResetLinks: invalidateTenantResetLinks,
  }
  const authenticator: Authenticator = {
    identifyRequest: (request, reply) => identifyRequest(request, reply, { tokens, cookies, findIdentity }),
    consumeSocketTicket: async (ticket) => {
      const subject = typeof ticket === 'string' ? await tokens.verifySocketTicket(ticket).catch(() => null) : null
      if (!subject || !(await tickets.take(subject.id, SOCKET_TICKET_SECONDS * 1_000))) return null
      const identity = await findIdentity(subject)
      return identity?.isSecondStepDue ? null : identity
    },
    findIdentity,
  }
  return {
    port,
    authenticator,
    routes: (api) => authRoutes(api, deps, { tokens, cookies, passwordLimits: createPasswordLimits(cluster) }),
    jobs: {
      'send-reset-link': (job) => sendResetLinkMails(deps, job),
      'mail-new-access': (job) => sendNewDeviceSignInMail(deps, job),
      'mail-refused-step': (job) => sendFailedSecondStepMail(deps, job),
    },
    socketEvents: sessionEvents,
    reencryptSecrets: (tx, tenantId) => reencryptTotpSecrets(tx, tenantId, config),
  } satisfies Feature & { port: Accounts; authenticator: Authenticator }
}
