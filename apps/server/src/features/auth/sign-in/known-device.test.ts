import { expect, it } from 'vitest'
import { createTokenService } from '../sessions/tokens.ts'
import { addKnownDeviceUser, getKnownDeviceUsers } from './known-device.ts'

const tokens = createTokenService(new TextEncoder().encode('a secret of at least thirty-two characters'))
const person = (userId: string) => ({ tenantId: 't', userId, sessionId: 's' })
const people = async (cookie: string | undefined) => (await getKnownDeviceUsers(tokens, cookie)).map(({ userId }) => userId)

it('TRUST-15 a browser knows the last four people who signed in on it, each under an id of their own', async () => {
  let cookie: string | undefined
  for (const userId of ['ana', 'bruno', 'ana', 'carla', 'davi']) cookie = await addKnownDeviceUser(tokens, person(userId), cookie)
  expect(await people(cookie)).toEqual(['davi', 'carla', 'ana', 'bruno'])
  expect(new Set((await getKnownDeviceUsers(tokens, cookie)).map(({ id }) => id)).size).toBe(4)
  expect(await people(await addKnownDeviceUser(tokens, person('eva'), cookie))).toEqual(['eva', 'davi', 'carla', 'ana'])
})

it('TRUST-15 what is not ours, or is of another kind, knows nobody; the rest of a cookie stays good', async () => {
  expect(await people(undefined)).toEqual([])
  expect(await people('')).toEqual([])
  const mine = await addKnownDeviceUser(tokens, person('ana'), 'x~y')
  expect(await people(`nada~${await tokens.issueAccessToken(person('bruno'))}~${mine}`)).toEqual(['ana'])
  expect(await people(Array.from({ length: 50 }, () => 'x').join('~') + `~${mine}`)).toEqual([])
})
