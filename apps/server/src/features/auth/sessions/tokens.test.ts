import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ACCESS_TOKEN_SECONDS, createTokenService } from './tokens.ts'

const tokens = createTokenService(new TextEncoder().encode('a secret of at least thirty-two characters'))
const subject = { tenantId: 't', userId: 'u', sessionId: 's' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

it('an access token that was found good before expires all the same, to the second', async () => {
  const token = await tokens.issueAccessToken(subject)
  expect(await tokens.verifyAccessToken(token)).toMatchObject(subject)
  vi.advanceTimersByTime(ACCESS_TOKEN_SECONDS * 1_000 - 1)
  expect(await tokens.verifyAccessToken(token)).toMatchObject(subject)
  vi.advanceTimersByTime(1)
  await expect(tokens.verifyAccessToken(token)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' })
})

it('one that is good lets no other pass: not a changed one, nor one of another kind', async () => {
  const token = await tokens.issueAccessToken(subject)
  await tokens.verifyAccessToken(token)
  const [head = '', body = '', signature = ''] = token.split('.')
  const other = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  await expect(tokens.verifyAccessToken(`${head}.${body}.${other}`)).rejects.toMatchObject({
    code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  })
  await expect(tokens.verifyAccessToken(await tokens.issueSocketTicket(subject))).rejects.toMatchObject({
    code: 'ERR_JWT_CLAIM_VALIDATION_FAILED',
  })
  await expect(tokens.verifySocketTicket(token)).rejects.toMatchObject({ code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' })
})
