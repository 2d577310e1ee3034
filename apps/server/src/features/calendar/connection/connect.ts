import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { calendarConnections, calendarFlows } from '../../../platform/database/schema/organisation/calendar.ts'
import type { CalendarProvider, Deps } from '../../../platform/deps.ts'
import { AppError, errors } from '../../../platform/errors.ts'
import { decryptOrNull } from './calendar-secret-box.ts'

const AUTHORIZATION_TIMEOUT_MS = 10 * 60_000

const sha256 = (text: string) => createHash('sha256').update(text).digest()

const ownRowConditions = ({ tenantId, userId }: Identity) => ({
  flow: whereTenant(calendarFlows, tenantId, eq(calendarFlows.userId, userId)),
  connection: whereTenant(calendarConnections, tenantId, eq(calendarConnections.userId, userId)),
})

type CalendarDeps = Pick<Deps, 'db' | 'clock' | 'calendar' | 'log'>

/**
 * Returns the configured calendar provider.
 * @throws 503 if none is configured
 */
export function requireCalendarProvider({ calendar }: Pick<Deps, 'calendar'>): CalendarProvider {
  if (!calendar)
    throw new AppError(503, 'SERVICE_UNAVAILABLE', 'A integração com o Google Calendar não está configurada neste servidor.')
  return calendar
}

/**
 * Starts the authorization of a user's calendar, and returns the provider's URL to open. Only the same session can finish the
 * authorization. Replaces an unfinished authorization.
 */
export async function beginAuthorization(deps: CalendarDeps, box: SecretBox, identity: Identity): Promise<string> {
  const provider = requireCalendarProvider(deps)
  const state = randomBytes(24).toString('base64url')
  const verifier = randomBytes(48).toString('base64url')
  const flow = {
    sessionId: identity.sessionId,
    stateHash: sha256(state),
    verifier: box.encrypt(verifier),
    expiresAt: new Date(deps.clock.now().getTime() + AUTHORIZATION_TIMEOUT_MS),
  }
  await deps.db.tenant(identity.tenantId, (tx) =>
    tx.db
      .insert(calendarFlows)
      .values({ tenantId: identity.tenantId, userId: identity.userId, ...flow })
      .onConflictDoUpdate({ target: [calendarFlows.tenantId, calendarFlows.userId], set: flow }),
  )
  return provider.buildAuthUrl({ state, challenge: sha256(verifier).toString('base64url') })
}

/**
 * Finishes the authorization of a user's calendar. Returns the e-mail address of the calendar account, or null. Deletes the stored
 * authorization first, so that it cannot be used twice.
 * @throws 400 if `state` is missing or wrong, if the session has no pending authorization, or if the provider rejects the code
 */
export async function finishAuthorization(
  deps: CalendarDeps,
  box: SecretBox,
  identity: Identity,
  { code, state }: { code: string; state?: string | undefined },
): Promise<string | null> {
  const provider = requireCalendarProvider(deps)
  if (state === undefined) throw authorizationError()
  const { tenantId, userId } = identity
  const now = deps.clock.now()
  const [flow] = await deps.db.tenant(tenantId, (tx) =>
    tx.db.delete(calendarFlows).where(ownRowConditions(identity).flow).returning(),
  )
  const isValidFlow = flow && flow.sessionId === identity.sessionId && flow.expiresAt > now
  const verifier = isValidFlow ? decryptOrNull(box, flow.verifier) : null
  if (!isValidFlow || verifier === null || !timingSafeEqual(sha256(state), flow.stateHash)) throw authorizationError()
  const { email, refreshToken } = await provider.exchangeCode(code, verifier).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the calendar provider refused a code')
    throw authorizationError()
  })
  const connection = { email, refreshToken: box.encrypt(refreshToken), authorizedAt: now }
  await deps.db.tenant(tenantId, async (tx) => {
    await tx.db
      .insert(calendarConnections)
      .values({ tenantId, userId, ...connection })
      .onConflictDoUpdate({ target: [calendarConnections.tenantId, calendarConnections.userId], set: connection })
    await writeAuditEntry(tx, { tenantId, actor: toAuditActor(identity), action: 'calendar.connected' })
  })
  return email
}

const authorizationError = () => errors.invalid('Erro ao autorizar Google Calendar')

/** Returns the user's calendar connection. Returns null if there is none or its token cannot be decrypted. */
export async function findCalendarConnection(tx: Tx, box: SecretBox, identity: Identity) {
  const [row] = await tx.db.select().from(calendarConnections).where(ownRowConditions(identity).connection)
  const token = row ? decryptOrNull(box, row.refreshToken) : null
  return row && token !== null ? { email: row.email, authorizedAt: row.authorizedAt, token } : null
}

/** Deletes the user's calendar connection, and revokes the access at the calendar provider. Ignores a provider that cannot be reached. */
export async function disconnectCalendar(deps: CalendarDeps, box: SecretBox, identity: Identity): Promise<void> {
  const { tenantId } = identity
  const [deletedConnection] = await deps.db.tenant(tenantId, async (tx) => {
    await writeAuditEntry(tx, { tenantId, actor: toAuditActor(identity), action: 'calendar.disconnected' })
    return tx.db.delete(calendarConnections).where(ownRowConditions(identity).connection).returning()
  })
  const token = deletedConnection ? decryptOrNull(box, deletedConnection.refreshToken) : null
  if (token === null) return
  await deps.calendar
    ?.revoke(token)
    .catch((error: unknown) => deps.log.warn({ err: error }, 'the provider did not take the revocation'))
}
