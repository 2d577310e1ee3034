import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** OpenAPI made from the contract, and a page to read it. Registered before the routes, to see them all. */
export async function apiDocs(http: FastifyInstance): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Prosa', description: 'API do painel de conversas de vendas.', version: '0.1.0' },
      components: {
        securitySchemes: {
          cookie: { type: 'apiKey', in: 'cookie', name: 'prosa_access' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ cookie: [] }, { bearer: [] }],
    },
    transform: jsonSchemaTransform,
  })
  http.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger())
  await http.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}
