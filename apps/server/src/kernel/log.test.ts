import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { serializeError } from './log.ts'

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
