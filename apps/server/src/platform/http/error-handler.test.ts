import { errorResponse } from '@prosa/contract/responses'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerErrorHandlers } from './error-handler.ts'

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code })
const wrapped = (cause: unknown) => new Error('Failed query: select 1', { cause })

/** Errors of drivers and the system when the database is not available. */
const LOST = {
  refused: withCode('ECONNREFUSED'),
  'refused at each of its addresses': new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')], ''),
  'without a name': withCode('EAI_AGAIN'),
  'out of reach': withCode('EHOSTUNREACH'),
  reset: withCode('ECONNRESET'),
  'cut off': new Error('Connection terminated unexpectedly'),
  'cut off before': new Error('Client has encountered a connection error and is not queryable'),
  closed: new Error('Client was closed and is not queryable'),
  silent: new Error('timeout exceeded when trying to connect'),
  'shut down': withCode('57P01'),
  starting: withCode('57P03'),
  'without room for connections': withCode('53300'),
  'a replica': withCode('25006'),
  'closed to us': withCode('28P01'),
}

async function answerOf(error: Error) {
  const http = Fastify()
  registerErrorHandlers(http)
  http.get('/', () => Promise.reject(error))
  const { statusCode, body } = await http.inject({ url: '/' })
  return { statusCode, ...errorResponse.parse(JSON.parse(body)) }
}

it.each(Object.entries(LOST))('a database that is %s answers 503, however deep its error is wrapped', async (_what, error) => {
  for (const thrown of [error, wrapped(error), wrapped(wrapped(error))])
    expect(await answerOf(thrown)).toMatchObject({ statusCode: 503, code: 'SERVICE_UNAVAILABLE' })
})

it.each([withCode('53100'), withCode('ENOSPC'), withCode('EDQUOT')])('a disk without room is named: %o', async (error) => {
  for (const thrown of [error, wrapped(error)])
    expect(await answerOf(thrown)).toMatchObject({ statusCode: 503, message: expect.stringContaining('sem espaço em disco') })
})

it('what is ours is an error of ours', async () => {
  for (const error of [new Error('boom'), new TypeError('x is undefined'), withCode('42703'), wrapped(withCode('23505'))])
    expect(await answerOf(error)).toMatchObject({ statusCode: 500, code: 'SERVER_ERROR' })
})
