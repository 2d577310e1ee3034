import * as calls from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import { ok, registerRoute } from '../../../../platform/http/calls/contract-route.ts'
import { findWhatsAppNumber } from '../numbers/numbers.ts'
import { assignAccount, listAccountsToAssign } from './assign-account.ts'
import { beginSignup } from './begin-signup.ts'
import { finishSignup } from './finish-signup.ts'
import { presentSignup } from './present-signup.ts'
import { findSignup, type SignupRow } from './signups.ts'

const presentWithNumber = async (tx: Tx, row: SignupRow, at: Date): Promise<WhatsappSignup> =>
  presentSignup(row, row.numberId === null ? null : await findWhatsAppNumber(tx, row.tenantId, row.numberId), at)

export const presentSignups = async (tx: Tx, rows: readonly SignupRow[], at: Date): Promise<WhatsappSignup[]> => {
  const presented: WhatsappSignup[] = []
  for (const row of rows) presented.push(await presentWithNumber(tx, row, at))
  return presented
}

/**
 * Registers the API endpoints for connecting WhatsApp numbers through Meta's sign-up page, and for the platform's staff to assign accounts.
 */
export function signupRoutes(api: FastifyInstance, deps: Deps): void {
  const respondWithSignup = (row: SignupRow) =>
    deps.db.tenant(row.tenantId, async (tx) => ok(await presentWithNumber(tx, row, deps.clock.now())))

  registerRoute(api, calls.createWhatsappSignup, async ({ identity, body }) => ok(await beginSignup(deps, identity, body)))

  registerRoute(api, calls.getWhatsappSignup, async ({ identity, params }) => {
    const row = await deps.db.tenant(identity.tenantId, (tx) => findSignup(tx, { tenantId: identity.tenantId, id: params.id }))
    if (!row) throw errors.notFound()
    return respondWithSignup(row)
  })

  registerRoute(api, calls.finishWhatsappSignup, async ({ identity, params, body }) =>
    respondWithSignup(await finishSignup(deps, identity, params.id, body)),
  )

  registerRoute(api, calls.listUnclaimedAccounts, async ({ identity }) => ok(await listAccountsToAssign(deps, identity)))

  registerRoute(api, calls.assignUnclaimedAccount, async ({ identity, params, body }) =>
    respondWithSignup(await assignAccount(deps, identity, params.wabaId, body)),
  )
}
