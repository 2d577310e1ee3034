import * as calls from '@prosa/contract/calls/people'
import { isManager } from '@prosa/contract/rules/manage-people'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { takeOne } from '../../kernel/http/take-one.ts'
import type { Accounts } from '../auth/ports.ts'
import { changePerson } from './change-person.ts'
import { findPerson, listPeople } from './list-people.ts'
import { makeLinkFor } from './make-link.ts'
import { organisationOf } from './people-scope.ts'
import { presentPerson } from './present-person.ts'
import { removeSecondStep } from './remove-second-step.ts'
import { endAccess, switchOff, switchOn, type Whom } from './switch-person.ts'

/**
 * Maximum number of new phone numbers that one user may try per hour, because the answer reveals whether a number is in use
 * (docs/operations.md, 'Limites').
 */
const PHONES_AN_HOUR = 20

/** Routes for an organisation's users: data, role and access (3-team.md, sections 2 and 3). */
export function peopleRoutes(app: FastifyInstance, deps: Deps, accounts: Accounts): void {
  const { db } = deps
  const parts = { ...deps, accounts }
  const phones = deps.cluster.limiter({ name: 'new-phones', points: PHONES_AN_HOUR, seconds: 3_600 })
  /** Resolves the requested organisation and user. Ids are in lower case, because they are compared as text. */
  const whom = async (who: Identity, id: string, asked: string | undefined): Promise<Whom> => ({
    tenantId: await organisationOf(db, who, asked?.toLowerCase()),
    id: id.toLowerCase(),
  })

  route(app, calls.listPeople, async ({ who, query }) => {
    const tenantId = await organisationOf(db, who, query.tenant_id?.toLowerCase())
    const { rows, nextCursor } = await db.reading({ tenantId, userId: who.userId }, (tx) =>
      listPeople(tx, tenantId, query, { contacts: isManager(who.role) }),
    )
    return ok({ people: rows.map((row) => presentPerson(row, who, deps.clock.now())), nextCursor })
  })

  route(app, calls.getPerson, async ({ who, params, query }) => {
    const { tenantId, id } = await whom(who, params.id, query.tenant_id)
    const found = await db.tenant(tenantId, (tx) => findPerson(tx, tenantId, id))
    if (!found) throw errors.notFound()
    return ok(presentPerson(found, who, deps.clock.now()))
  })

  route(app, calls.updatePerson, async ({ who, params, query, body }) => {
    const which = await whom(who, params.id, query.tenant_id)
    if (body.phone !== undefined) await takeOne(phones, who.userId)
    return ok(presentPerson(await changePerson(parts, who, which, body), who, deps.clock.now()))
  })

  route(app, calls.makeResetLink, async ({ who, params, query }) =>
    ok(await makeLinkFor(parts, who, await whom(who, params.id, query.tenant_id))),
  )

  route(app, calls.switchOffPerson, async ({ who, params, query }) =>
    ok(presentPerson(await switchOff(parts, who, await whom(who, params.id, query.tenant_id)), who, deps.clock.now())),
  )

  route(app, calls.switchOnPerson, async ({ who, params, query }) =>
    ok(presentPerson(await switchOn(parts, who, await whom(who, params.id, query.tenant_id)), who, deps.clock.now())),
  )

  route(app, calls.endPersonSessions, async ({ who, params, query }) =>
    ok(presentPerson(await endAccess(parts, who, await whom(who, params.id, query.tenant_id)), who, deps.clock.now())),
  )

  route(app, calls.removeSecondStep, async ({ who, params, query }) =>
    ok(presentPerson(await removeSecondStep(parts, who, await whom(who, params.id, query.tenant_id)), who, deps.clock.now())),
  )
}
