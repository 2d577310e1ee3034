import * as calls from '@prosa/contract/calls/whatsapp/channels'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { ok, okWithoutData, registerRoute } from '../../../platform/http/calls/contract-route.ts'
import type { Conversations } from '../../conversations/ports.ts'
import { listNotices } from './notices/notices.ts'
import { scheduleDueNumberChecks } from './number-health/number-checks.ts'
import { checkNumber, createNumber, deleteNumber, updateNumber } from './numbers/manage-number.ts'
import { listWhatsAppNumbers, type WhatsAppNumberRow } from './numbers/numbers.ts'
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

  const respondWithNumber = async (row: WhatsAppNumberRow) => {
    const [number] = await deps.db.tenant(row.tenantId, (tx) => presentNumbers(tx, deps, row.tenantId, [row]))
    if (!number) throw new Error('One row is presented as one number')
    return ok(number)
  }

  registerRoute(api, calls.listWhatsappNumbers, async ({ identity }) => {
    const { numbers, signups } = await deps.db.tenant(identity.tenantId, async (tx) => {
      const rows = await listWhatsAppNumbers(tx, identity.tenantId)
      await scheduleDueNumberChecks(tx, deps, identity.tenantId, rows)
      const at = deps.clock.now()
      return {
        numbers: await presentNumbers(tx, deps, identity.tenantId, rows),
        signups: await presentSignups(tx, await listUnfinishedSignups(tx, identity, at), at),
      }
    })
    return ok({ numbers, webhook, signups })
  })

  signupRoutes(api, deps)

  registerRoute(api, calls.createWhatsappNumber, async ({ identity, body }) =>
    respondWithNumber(await createNumber(deps, identity, body)),
  )

  registerRoute(api, calls.updateWhatsappNumber, async ({ identity, params, body }) =>
    respondWithNumber(await updateNumber(deps, identity, params.id, body)),
  )

  registerRoute(api, calls.deleteWhatsappNumber, async ({ identity, params }) => {
    await deleteNumber(deps, identity, params.id)
    return okWithoutData('Número desligado.')
  })

  registerRoute(api, calls.checkWhatsappNumber, async ({ identity, params }) =>
    respondWithNumber(await checkNumber(deps, identity, params.id)),
  )

  registerRoute(api, calls.registerWhatsappNumber, async ({ identity, params, body }) =>
    respondWithNumber(await registerNumber(deps, identity, params.id, body.pin)),
  )

  registerRoute(api, calls.listWhatsappNotices, async ({ identity, params, query }) =>
    ok(await deps.db.runRead(identity, (tx) => listNotices(tx, { tenantId: identity.tenantId, numberId: params.id }, query))),
  )

  templateRoutes(api, deps, conversations, files)
}
