import * as calls from '@prosa/contract/calls/organisation/people'
import { isManagerRole } from '@prosa/contract/rules/organisation/manage-people'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { ok, registerRoute } from '../../../platform/http/calls/contract-route.ts'
import { consumeRateLimit } from '../../../platform/http/limits/consume-rate-limit.ts'
import type { Accounts } from '../../auth/ports.ts'
import { applyPersonChange } from './apply-person-change.ts'
import { createResetLinkForPerson } from './create-reset-link-for-person.ts'
import { deactivatePerson, endAllPersonSessions, type PersonKey, reactivatePerson } from './deactivate-person.ts'
import { findPerson, listPeople } from './list-people.ts'
import { resolveTenantId } from './lock-person.ts'
import { presentPerson } from './present-person.ts'
import { removePersonSecondStep } from './remove-person-second-step.ts'

/**
 * Maximum number of new phone numbers that one user may try per hour. The limit exists because the response reveals whether a number is in
 * use (docs/operations.md, 'Limites').
 */
const MAX_NEW_PHONES_PER_HOUR = 20

/** Registers the API endpoints for the users of an organisation: data, role and access (3-team.md, sections 2 and 3). */
export function peopleRoutes(app: FastifyInstance, deps: Deps, accounts: Accounts): void {
  const { db } = deps
  const services = { ...deps, accounts }
  const newPhoneLimiter = deps.cluster.limiter({ name: 'new-phones', points: MAX_NEW_PHONES_PER_HOUR, seconds: 3_600 })
  /** Returns the key of the requested user. Converts ids to lower case, because ids are compared as text. */
  const resolvePersonKey = async (identity: Identity, id: string, requestedTenantId: string | undefined): Promise<PersonKey> => ({
    tenantId: await resolveTenantId(db, identity, requestedTenantId?.toLowerCase()),
    id: id.toLowerCase(),
  })

  registerRoute(app, calls.listPeople, async ({ identity, query }) => {
    const tenantId = await resolveTenantId(db, identity, query.tenant_id?.toLowerCase())
    const { rows, nextCursor } = await db.runRead({ tenantId, userId: identity.userId }, (tx) =>
      listPeople(tx, tenantId, query, { includesContacts: isManagerRole(identity.role) }),
    )
    return ok({ people: rows.map((row) => presentPerson(row, identity, deps.clock.now())), nextCursor })
  })

  registerRoute(app, calls.getPerson, async ({ identity, params, query }) => {
    const { tenantId, id } = await resolvePersonKey(identity, params.id, query.tenant_id)
    const person = await db.tenant(tenantId, (tx) => findPerson(tx, tenantId, id))
    if (!person) throw errors.notFound()
    return ok(presentPerson(person, identity, deps.clock.now()))
  })

  registerRoute(app, calls.updatePerson, async ({ identity, params, query, body }) => {
    const personKey = await resolvePersonKey(identity, params.id, query.tenant_id)
    if (body.phone !== undefined) await consumeRateLimit(newPhoneLimiter, identity.userId)
    return ok(presentPerson(await applyPersonChange(services, identity, personKey, body), identity, deps.clock.now()))
  })

  registerRoute(app, calls.makeResetLink, async ({ identity, params, query }) =>
    ok(await createResetLinkForPerson(services, identity, await resolvePersonKey(identity, params.id, query.tenant_id))),
  )

  registerRoute(app, calls.switchOffPerson, async ({ identity, params, query }) =>
    ok(
      presentPerson(
        await deactivatePerson(services, identity, await resolvePersonKey(identity, params.id, query.tenant_id)),
        identity,
        deps.clock.now(),
      ),
    ),
  )

  registerRoute(app, calls.switchOnPerson, async ({ identity, params, query }) =>
    ok(
      presentPerson(
        await reactivatePerson(services, identity, await resolvePersonKey(identity, params.id, query.tenant_id)),
        identity,
        deps.clock.now(),
      ),
    ),
  )

  registerRoute(app, calls.endPersonSessions, async ({ identity, params, query }) =>
    ok(
      presentPerson(
        await endAllPersonSessions(services, identity, await resolvePersonKey(identity, params.id, query.tenant_id)),
        identity,
        deps.clock.now(),
      ),
    ),
  )

  registerRoute(app, calls.removeSecondStep, async ({ identity, params, query }) =>
    ok(
      presentPerson(
        await removePersonSecondStep(services, identity, await resolvePersonKey(identity, params.id, query.tenant_id)),
        identity,
        deps.clock.now(),
      ),
    ),
  )
}
