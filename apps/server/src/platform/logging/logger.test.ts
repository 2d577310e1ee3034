import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createLogger, serializeError } from './logger.ts'

it('a failed query leaves no value of a person in the log', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (phone)=(+5511987654321)' })
  const logged = JSON.stringify(serializeError(new DrizzleQueryError('insert into leads values ($1)', ['Ana Souza'], cause)))
  expect(logged).toContain('23505')
  expect(logged).toContain('insert into leads')
  expect(logged).not.toMatch(/Ana|98765/)
})

it('any other error keeps its stack', () => {
  expect(serializeError(new TypeError('oops'))).toMatchObject({ type: 'TypeError', message: 'oops', stack: expect.any(String) })
})

/** Returns the log line of an error. */
const logged = (error: unknown): string => {
  const lines: string[] = []
  createLogger('warn', { write: (line) => lines.push(line) }).warn({ err: error }, 'went wrong')
  return lines.join('')
}

it('errors of outside libraries are told by kind, code, status and place: their messages quote people', () => {
  const config = {
    data: { summary: 'Consulta de Joana', attendees: [{ email: 'joana@lead.test' }] },
    headers: { authorization: 'at-1' },
  }
  const google = Object.assign(new Error('Invalid attendee: joana@lead.test'), { config, code: '400', status: 400 })
  const model = Object.assign(new Error('JSON parsing failed: Text: Joana, CPF 123'), {
    name: 'AI_JSONParseError',
    statusCode: 502,
  })
  const mail = Object.assign(new Error('550 <joana@lead.test> rejected'), {
    responseCode: 550,
    code: 'EENVELOPE',
    rejected: ['joana@lead.test'],
  })
  const unreadable = new SyntaxError('Unexpected token in "Joana"')
  for (const error of [google, model, mail, unreadable, new AggregateError([google]), 'Joana said so', { joana: 1 }]) {
    for (const thrown of [error, new Error('a calendar did not answer', { cause: error })]) {
      expect(logged(thrown)).not.toMatch(/joana|CPF|at-1/i)
    }
  }
  expect(serializeError(google)).toMatchObject({
    type: 'Error',
    code: '400',
    status: 400,
    stack: expect.stringMatching(/^\s+at .*logger\.test/),
  })
  expect(serializeError(model)).toMatchObject({ type: 'AI_JSONParseError', status: 502 })
  expect(serializeError(new Error('ours', { cause: mail }))).toMatchObject({
    message: 'ours',
    cause: { type: 'Error', code: 'EENVELOPE' },
  })
})
