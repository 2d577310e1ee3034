import { defineCall } from '@prosa/contract/define-call'
import { errorResponse, successWithoutData } from '@prosa/contract/responses'
import Fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, it } from 'vitest'
import { registerErrorHandlers } from '../error-handler.ts'
import { registerRoute } from './contract-route.ts'
import { registerUnimplementedCalls } from './register-unimplemented-calls.ts'

/** Creates a call with the name of a real one, which has its permissions. */
const call = (name: string, path: string) =>
  defineCall({ name, method: 'GET', path: `/${path}`, summary: name, answer: successWithoutData })

it('a call without a route says 501 in the contract’s shape to who may make it, 401 to the rest, and a real route stays', async () => {
  const app = Fastify()
  app.setSerializerCompiler(serializerCompiler)
  registerErrorHandlers(app)
  app.decorateRequest('identity', null)
  app.decorateRequest('identityError', null)
  const built = call('login', 'built')
  await app.register(
    async (api) => {
      registerRoute(api, built, async () => ({ success: true as const }))
      registerUnimplementedCalls(api, [built, call('refresh', 'later'), call('me', 'private')], '/api')
    },
    { prefix: '/api' },
  )
  const ask = async (path: string) => {
    const { statusCode, body } = await app.inject({ method: 'GET', url: `/api/${path}` })
    return { statusCode, answer: JSON.parse(body) }
  }
  expect(await ask('built')).toEqual({ statusCode: 200, answer: { success: true } })
  const later = await ask('later')
  expect(later.statusCode).toBe(501)
  expect(errorResponse.parse(later.answer).code).toBe('NOT_IMPLEMENTED')
  expect((await ask('private')).statusCode).toBe(401)
  await app.close()
})
