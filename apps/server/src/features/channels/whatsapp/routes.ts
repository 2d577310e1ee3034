import * as calls from '@prosa/contract/calls/whatsapp/channels'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { ok, okWithoutData, registerRoute } from '../../../platform/http/calls/contract-route.ts'
import type { Conversations } from '../../conversations/ports.ts'
import { listNotices } from './notices/notices.ts'
import { scheduleDueNumberChecks } from './number-health/number-checks.ts'
import { checkNumber, createNumber, deleteNumber, updateNumber } from './numbers/manage-number.ts'
import { listNumbers, type NumberRow } from './numbers/numbers.ts'
import { presentNumbers } from './numbers/present-numbers.ts'
import { registerNumber } from './numbers/register-number.ts'
import { presentSignups, signupRoutes } from './signup/routes.ts'
import { listUnfinishedSignups } from './signup/signups.ts'
import type { ExampleFilesPort } from './templates/manage-templates.ts'
import { templateRoutes } from './templates/template-routes.ts'
import { WEBHOOK_PATH } from './webhook/webhook-routes.ts'

/** Registers the API endpoints for WhatsApp numbers, their notices and their templates. */
export function whatsappRoutes(api: FastifyInstance, deps: Deps, conversations: Conversations, files: ExampleFilesPort): void {
  const { appSecret, verifyToken } = deps.config.whatsapp
  const webhook = { url: `${deps.publicOrigin}${WEBHOOK_PATH}`, ready: appSecret !== null && verifyToken !== null }

  const answer = async (row: NumberRow) => {
    const [number] = await deps.db.tenant(row.tenantId, (tx) => presentNumbers(tx, deps, row.tenantId, [row]))
    if (!number) throw new Error('One row is presented as one number')
    return ok(number)
  }

  registerRoute(api, calls.listWhatsappNumbers, async ({ who }) => {
    const { numbers, signups } = await deps.db.tenant(who.tenantId, async (tx) => {
      const rows = await listNumbers(tx, who.tenantId)
      await scheduleDueNumberChecks(tx, deps, who.tenantId, rows)
      const at = deps.clock.now()
      return {
        numbers: await presentNumbers(tx, deps, who.tenantId, rows),
        signups: await presentSignups(tx, await listUnfinishedSignups(tx, who, at), at),
      }
    })
    return ok({ numbers, webhook, signups })
  })

  signupRoutes(api, deps)

  registerRoute(api, calls.createWhatsappNumber, async ({ who, body }) => answer(await createNumber(deps, who, body)))

  registerRoute(api, calls.updateWhatsappNumber, async ({ who, params, body }) =>
    answer(await updateNumber(deps, who, params.id, body)),
  )

  registerRoute(api, calls.deleteWhatsappNumber, async ({ who, params }) => {
    await deleteNumber(deps, who, params.id)
    return okWithoutData('Número desligado.')
  })

  registerRoute(api, calls.checkWhatsappNumber, async ({ who, params }) => answer(await checkNumber(deps, who, params.id)))

  registerRoute(api, calls.registerWhatsappNumber, async ({ who, params, body }) =>
    answer(await registerNumber(deps, who, params.id, body.pin)),
  )

  registerRoute(api, calls.listWhatsappNotices, async ({ who, params, query }) =>
    ok(await deps.db.reading(who, (tx) => listNotices(tx, { tenantId: who.tenantId, numberId: params.id }, query))),
  )

  templateRoutes(api, deps, conversations, files)
}
