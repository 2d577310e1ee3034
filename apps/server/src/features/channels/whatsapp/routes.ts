import * as calls from '@prosa/contract/calls/channels'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../kernel/deps.ts'
import { done, ok, route } from '../../../kernel/http/contract-route.ts'
import { idempotencyKey } from '../../../kernel/http/idempotency-key.ts'
import type { Conversations } from '../../conversations/ports.ts'
import { checkNumber, createNumber, deleteNumber, updateNumber } from './manage-number.ts'
import { mediaRoute } from './media-route.ts'
import { listNotices } from './notices.ts'
import { listNumbers, presentNumber } from './numbers.ts'
import { sendTemplate, templatesFor } from './send-template.ts'
import { templateReader } from './templates.ts'
import { WEBHOOK_PATH } from './webhook-routes.ts'

/** Numbers, templates and files of WhatsApp, for staff. */
export function whatsappRoutes(api: FastifyInstance, deps: Deps, conversations: Conversations): void {
  const readTemplates = templateReader(deps)
  const { appSecret, verifyToken } = deps.config.whatsapp
  const webhook = { url: `${deps.publicOrigin}${WEBHOOK_PATH}`, ready: appSecret !== null && verifyToken !== null }

  route(api, calls.listWhatsappNumbers, async ({ who }) => {
    const rows = await deps.db.tenant(who.tenantId, (tx) => listNumbers(tx, who.tenantId))
    return ok({ numbers: rows.map(presentNumber), webhook })
  })

  route(api, calls.createWhatsappNumber, async ({ who, body }) => ok(presentNumber(await createNumber(deps, who, body))))

  route(api, calls.updateWhatsappNumber, async ({ who, params, body }) =>
    ok(presentNumber(await updateNumber(deps, who, params.id, body))),
  )

  route(api, calls.deleteWhatsappNumber, async ({ who, params }) => {
    await deleteNumber(deps, who, params.id)
    return done('Número desligado.')
  })

  route(api, calls.checkWhatsappNumber, async ({ who, params }) => ok(presentNumber(await checkNumber(deps, who, params.id))))

  route(api, calls.listWhatsappNotices, async ({ who, params, query }) =>
    ok(await deps.db.reading(who, (tx) => listNotices(tx, { tenantId: who.tenantId, numberId: params.id }, query))),
  )

  route(api, calls.listTemplates, async ({ who, params }) =>
    ok({ templates: [...(await templatesFor(deps, readTemplates, who.tenantId, params))] }),
  )

  route(api, calls.sendTemplate, async ({ who, params, body, request }) => {
    const key = idempotencyKey(request)
    return ok({ message: await sendTemplate(deps, { readTemplates, conversations }, who, params, { ...body, key }) })
  })

  mediaRoute(api, deps)
}
