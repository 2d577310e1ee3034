import { listTemplates, sendTemplate as sendTemplateCall } from '@prosa/contract/calls/whatsapp/channels'
import * as calls from '@prosa/contract/calls/whatsapp/whatsapp-templates'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../platform/deps.ts'
import { ok, okWithoutData, registerRoute } from '../../../../platform/http/calls/contract-route.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import { getCurrentTemplates } from './get-current-templates.ts'
import { createTemplate, deleteTemplate, type ExampleFilesPort, requireNumber, updateTemplate } from './manage-templates.ts'
import { presentTemplate } from './present-template.ts'
import { listConversationTemplates, sendTemplate } from './send-template.ts'

/** Registers the API endpoints for the templates of a WhatsApp number, and for listing and sending templates in a conversation. */
export function templateRoutes(api: FastifyInstance, deps: Deps, conversations: Conversations, files: ExampleFilesPort): void {
  registerRoute(api, calls.listWhatsappTemplates, async ({ identity, params }) =>
    ok({
      templates: (await getCurrentTemplates(deps, await requireNumber(deps, identity.tenantId, params.id))).map(presentTemplate),
    }),
  )

  registerRoute(api, calls.createWhatsappTemplate, async ({ identity, params, body }) =>
    ok(presentTemplate(await createTemplate(deps, files, identity, params.id, body))),
  )

  registerRoute(api, calls.updateWhatsappTemplate, async ({ identity, params: { id: numberId, templateId: id }, body }) =>
    ok(presentTemplate(await updateTemplate(deps, files, identity, { numberId, id }, body))),
  )

  registerRoute(api, calls.deleteWhatsappTemplate, async ({ identity, params: { id: numberId, templateId: id } }) => {
    await deleteTemplate(deps, identity, { numberId, id })
    return okWithoutData('Modelo excluído.')
  })

  registerRoute(api, listTemplates, async ({ identity, params }) =>
    ok({ templates: [...(await listConversationTemplates(deps, identity.tenantId, params))] }),
  )

  registerRoute(api, sendTemplateCall, async ({ identity, params, body, idempotencyKey }) =>
    ok({ message: await sendTemplate(deps, conversations, identity, params, { ...body, key: idempotencyKey }) }),
  )
}
