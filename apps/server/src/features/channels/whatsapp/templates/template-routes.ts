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
  registerRoute(api, calls.listWhatsappTemplates, async ({ who, params }) =>
    ok({ templates: (await getCurrentTemplates(deps, await requireNumber(deps, who.tenantId, params.id))).map(presentTemplate) }),
  )

  registerRoute(api, calls.createWhatsappTemplate, async ({ who, params, body }) =>
    ok(presentTemplate(await createTemplate(deps, files, who, params.id, body))),
  )

  registerRoute(api, calls.updateWhatsappTemplate, async ({ who, params: { id: numberId, templateId: id }, body }) =>
    ok(presentTemplate(await updateTemplate(deps, files, who, { numberId, id }, body))),
  )

  registerRoute(api, calls.deleteWhatsappTemplate, async ({ who, params: { id: numberId, templateId: id } }) => {
    await deleteTemplate(deps, who, { numberId, id })
    return okWithoutData('Modelo excluído.')
  })

  registerRoute(api, listTemplates, async ({ who, params }) =>
    ok({ templates: [...(await listConversationTemplates(deps, who.tenantId, params))] }),
  )

  registerRoute(api, sendTemplateCall, async ({ who, params, body, key }) =>
    ok({ message: await sendTemplate(deps, conversations, who, params, { ...body, key }) }),
  )
}
