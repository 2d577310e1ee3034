import * as calls from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import { ok, registerRoute } from '../../../../platform/http/calls/contract-route.ts'
import { findNumber } from '../numbers/numbers.ts'
import { assignAccount, listAccountsToAssign } from './assign-account.ts'
import { beginSignup } from './begin-signup.ts'
import { finishSignup } from './finish-signup.ts'
import { presentSignup } from './present-signup.ts'
import { findSignup, type SignupRow } from './signups.ts'

const presentWithNumber = async (tx: Tx, row: SignupRow, at: Date): Promise<WhatsappSignup> =>
  presentSignup(row, row.numberId === null ? null : await findNumber(tx, row.tenantId, row.numberId), at)

/** Converts the rows of sign-ups to the contract's format, in the same order. */
export const presentSignups = async (tx: Tx, rows: readonly SignupRow[], at: Date): Promise<WhatsappSignup[]> => {
  const said: WhatsappSignup[] = []
  for (const row of rows) said.push(await presentWithNumber(tx, row, at))
  return said
}

/**
 * Registers the API endpoints for connecting WhatsApp numbers through Meta's sign-up page, and for the platform's staff to assign accounts.
 */
export function signupRoutes(api: FastifyInstance, deps: Deps): void {
  const answer = (row: SignupRow) =>
    deps.db.tenant(row.tenantId, async (tx) => ok(await presentWithNumber(tx, row, deps.clock.now())))

  registerRoute(api, calls.createWhatsappSignup, async ({ who, body }) => ok(await beginSignup(deps, who, body)))

  registerRoute(api, calls.getWhatsappSignup, async ({ who, params }) => {
    const row = await deps.db.tenant(who.tenantId, (tx) => findSignup(tx, { tenantId: who.tenantId, id: params.id }))
    if (!row) throw errors.notFound()
    return answer(row)
  })

  registerRoute(api, calls.finishWhatsappSignup, async ({ who, params, body }) =>
    answer(await finishSignup(deps, who, params.id, body)),
  )

  registerRoute(api, calls.listUnclaimedAccounts, async ({ who }) => ok(await listAccountsToAssign(deps, who)))

  registerRoute(api, calls.assignUnclaimedAccount, async ({ who, params, body }) =>
    answer(await assignAccount(deps, who, params.wabaId, body)),
  )
}
