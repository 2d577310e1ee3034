import { createHash } from 'node:crypto'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { expect, it } from 'vitest'
import { createChallengeSolver } from './challenge-solver.ts'
import { solveChallenge } from './solve-challenge.ts'

it('solves a challenge: the SHA-256 of what is sent begins with 16 zero bits', async () => {
  const number = await solveChallenge('1.a.b')
  expect(createHash('sha256').update(`1.a.b.${number}`).digest().readUInt16BE()).toBe(0)
}, 60_000)

it('answers with the wait until the challenge is solved, then with the number, and says so once', async () => {
  const solved = Promise.withResolvers<string>()
  const asked: string[] = []
  const told: string[] = []
  const prover = createChallengeSolver((challenge) => {
    asked.push(challenge)
    return solved.promise
  })
  prover.setSolvedListener(() => told.push('solved'))
  expect(prover.getHeaders()).toEqual({})
  prover.acceptChallenge('1.a.b')
  prover.acceptChallenge('1.a.b')
  prover.acceptChallenge(null)
  expect(prover.getHeaders()).toEqual({ [HTTP_HEADERS.proof]: '1.a.b.' })
  solved.resolve('42')
  await solved.promise
  await Promise.resolve()
  expect([asked, told, prover.getHeaders()]).toEqual([['1.a.b'], ['solved'], { [HTTP_HEADERS.proof]: '1.a.b.42' }])
})

it('waits where the browser cannot solve, and begins anew with another challenge', async () => {
  const prover = createChallengeSolver(async (challenge) => (challenge === 'second' ? '7' : null))
  prover.acceptChallenge('first')
  await Promise.resolve()
  expect(prover.getHeaders()).toEqual({ [HTTP_HEADERS.proof]: 'first.' })
  prover.acceptChallenge('second')
  await Promise.resolve()
  await Promise.resolve()
  expect(prover.getHeaders()).toEqual({ [HTTP_HEADERS.proof]: 'second.7' })
})
