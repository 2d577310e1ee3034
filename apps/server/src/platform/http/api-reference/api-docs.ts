import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { user } from '@prosa/contract/entities/accounts/user'
import { agent } from '@prosa/contract/entities/agents/agent'
import { conversation } from '@prosa/contract/entities/conversations/conversation'
import { lead } from '@prosa/contract/entities/conversations/lead'
import { message } from '@prosa/contract/entities/conversations/message'
import { tenant } from '@prosa/contract/entities/organisation/tenant'
import { errorResponse } from '@prosa/contract/responses'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

/** Schemas with their own name in the OpenAPI document. All other schemas are inlined. */
const schemaRegistry = z.registry<{ id: string }>()
const NAMED_SCHEMAS = {
  Refusal: errorResponse,
  Agent: agent,
  Conversation: conversation,
  Lead: lead,
  Message: message,
  Tenant: tenant,
  User: user,
}
for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) schemaRegistry.add(schema, { id })

const nameSchemas = createJsonSchemaTransformObject({ schemaRegistry })

const getObjectField = (value: object, name: string): object => {
  const field: unknown = Reflect.get(value, name)
  return typeof field === 'object' && field !== null ? field : {}
}

/** Removes named schemas that the OpenAPI document does not use. The generator creates each schema twice, for input and for output. */
const removeUnusedSchemas: typeof nameSchemas = (input) => {
  const document = nameSchemas(input)
  const text = JSON.stringify(document)
  const schemas = getObjectField(getObjectField(document, 'components'), 'schemas')
  for (const name of Object.keys(schemas))
    if (!text.includes(`"#/components/schemas/${name}"`)) Reflect.deleteProperty(schemas, name)
  return document
}

const OPENAPI_TAGS = {
  auth: 'Entrada, sessões e senha.',
  agents: 'Agentes e suas configurações.',
  conversations: 'Conversas, mensagens e leitura.',
  channels: 'Números de WhatsApp.',
  leads: 'Leads: dados, pausa, arquivo e direitos.',
  privacy: 'Por quanto tempo os dados ficam.',
  users: 'Convites da equipe.',
  onboarding: 'O caminho de quem foi convidado.',
  setup: 'A primeira organização.',
  tenants: 'Organizações.',
  'google-calendar': 'Google Calendar de cada pessoa.',
  dashboard: 'Números do painel.',
  webchat: 'O chat do site, do lado do lead.',
}

/** Registers the OpenAPI generator. `http.swagger()` then describes all routes that are registered later. */
export async function registerOpenApi(http: FastifyInstance, origin: string): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Prosa',
        description: 'API do painel de conversas de vendas.',
        version: '0.1.0',
        license: { name: 'Proprietária', identifier: 'LicenseRef-Prosa' },
      },
      servers: [{ url: origin, description: 'Este servidor' }],
      tags: Object.entries(OPENAPI_TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          cookie: { type: 'apiKey', in: 'cookie', name: 'prosa_access' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ cookie: [] }, { bearer: [] }],
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: removeUnusedSchemas,
  })
}

const OPENAPI_PATH = '/api/openapi.json'

/** Serves the OpenAPI document and a page that displays it. Must be called before the described routes are registered. */
export async function serveApiDocs(http: FastifyInstance, origin: string): Promise<void> {
  await registerOpenApi(http, origin)
  let cachedDocument: ReturnType<typeof build> | null = null
  const build = () => {
    const json = Buffer.from(JSON.stringify(http.swagger()))
    return { plain: json, gzip: gzipSync(json), etag: `W/"${createHash('sha256').update(json).digest('base64url')}"` }
  }
  http.get(OPENAPI_PATH, { schema: { hide: true } }, async ({ headers }, reply) => {
    // The document does not change while the server runs.
    cachedDocument ??= build()
    reply.headers({ etag: cachedDocument.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (headers['if-none-match'] === cachedDocument.etag) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return reply.send(cachedDocument.plain)
    return reply.header('content-encoding', 'gzip').send(cachedDocument.gzip)
  })
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { url: OPENAPI_PATH },
    uiHooks: {
      // The plugin would build its own document for each request, so such requests are redirected to ours.
      onRequest: (request, reply, next) => {
        if (/\/(json|yaml)$/.test(request.routeOptions.url ?? '')) void reply.redirect(OPENAPI_PATH)
        else next()
      },
    },
  })
}
