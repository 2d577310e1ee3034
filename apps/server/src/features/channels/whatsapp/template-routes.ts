import { listTemplates, sendTemplate as sendTemplateCall } from '@prosa/contract/calls/channels'
import * as calls from '@prosa/contract/calls/whatsapp-templates'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../kernel/deps.ts'
import { done, ok, route } from '../../../kernel/http/contract-route.ts'
import type { Conversations } from '../../conversations/ports.ts'
import { createTemplate, deleteTemplate, type ExampleFiles, numberAt, updateTemplate } from './manage-templates.ts'
import { presentTemplate } from './present-template.ts'
import { readTemplates } from './read-templates.ts'
import { sendTemplate, templatesFor } from './send-template.ts'

/** Routes for users: a number's templates, and the templates for a conversation. */
export function templateRoutes(api: FastifyInstance, deps: Deps, conversations: Conversations, files: ExampleFiles): void {
  route(api, calls.listWhatsappTemplates, async ({ who, params }) =>
    ok({ templates: (await readTemplates(deps, await numberAt(deps, who.tenantId, params.id))).map(presentTemplate) }),
  )

  route(api, calls.createWhatsappTemplate, async ({ who, params, body }) =>
    ok(presentTemplate(await createTemplate(deps, files, who, params.id, body))),
  )

  route(api, calls.updateWhatsappTemplate, async ({ who, params: { id: numberId, templateId: id }, body }) =>
    ok(presentTemplate(await updateTemplate(deps, files, who, { numberId, id }, body))),
  )

  route(api, calls.deleteWhatsappTemplate, async ({ who, params: { id: numberId, templateId: id } }) => {
    await deleteTemplate(deps, who, { numberId, id })
    return done('Modelo excluído.')
  })

  route(api, listTemplates, async ({ who, params }) => ok({ templates: [...(await templatesFor(deps, who.tenantId, params))] }))

  route(api, sendTemplateCall, async ({ who, params, body, key }) =>
    ok({ message: await sendTemplate(deps, conversations, who, params, { ...body, key }) }),
  )
}
