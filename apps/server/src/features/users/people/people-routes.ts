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
 * Maximum number of new phone numbers that one user may try per hour, because the response reveals whether a phone number is in use
 * (docs/operations.md, 'Limites').
 */
const MAX_NEW_PHONES_PER_HOUR = 20

/** Registers the API endpoints for an organisation's users: data, role and access (3-team.md, sections 2 and 3). */
export function peopleRoutes(app: FastifyInstance, deps: Deps, accounts: Accounts): void {
  const { db } = deps
  const parts = { ...deps, accounts }
  const phones = deps.cluster.limiter({ name: 'new-phones', points: MAX_NEW_PHONES_PER_HOUR, seconds: 3_600 })
  /** Returns the key of the requested user. Converts ids to lower case, because they are compared as text. */
  const whom = async (who: Identity, id: string, asked: string | undefined): Promise<PersonKey> => ({
    tenantId: await resolveTenantId(db, who, asked?.toLowerCase()),
    id: id.toLowerCase(),
  })

  registerRoute(app, calls.listPeople, async ({ who, query }) => {
    const tenantId = await resolveTenantId(db, who, query.tenant_id?.toLowerCase())
    const { rows, nextCursor } = await db.reading({ tenantId, userId: who.userId }, (tx) =>
      listPeople(tx, tenantId, query, { contacts: isManagerRole(who.role) }),
    )
    return ok({ people: rows.map((row) => presentPerson(row, who, deps.clock.now())), nextCursor })
  })

  registerRoute(app, calls.getPerson, async ({ who, params, query }) => {
    const { tenantId, id } = await whom(who, params.id, query.tenant_id)
    const found = await db.tenant(tenantId, (tx) => findPerson(tx, tenantId, id))
    if (!found) throw errors.notFound()
    return ok(presentPerson(found, who, deps.clock.now()))
  })

  registerRoute(app, calls.updatePerson, async ({ who, params, query, body }) => {
    const which = await whom(who, params.id, query.tenant_id)
    if (body.phone !== undefined) await consumeRateLimit(phones, who.userId)
    return ok(presentPerson(await applyPersonChange(parts, who, which, body), who, deps.clock.now()))
  })

  registerRoute(app, calls.makeResetLink, async ({ who, params, query }) =>
    ok(await createResetLinkForPerson(parts, who, await whom(who, params.id, query.tenant_id))),
  )

  registerRoute(app, calls.switchOffPerson, async ({ who, params, query }) =>
    ok(presentPerson(await deactivatePerson(parts, who, await whom(who, params.id, query.tenant_id)), who, deps.clock.now())),
  )

  registerRoute(app, calls.switchOnPerson, async ({ who, params, query }) =>
    ok(presentPerson(await reactivatePerson(parts, who, await whom(who, params.id, query.tenant_id)), who, deps.clock.now())),
  )

  registerRoute(app, calls.endPersonSessions, async ({ who, params, query }) =>
    ok(presentPerson(await endAllPersonSessions(parts, who, await whom(who, params.id, query.tenant_id)), who, deps.clock.now())),
  )

  registerRoute(app, calls.removeSecondStep, async ({ who, params, query }) =>
    ok(
      presentPerson(await removePersonSecondStep(parts, who, await whom(who, params.id, query.tenant_id)), who, deps.clock.now()),
    ),
  )
}
