import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

it('whoever signs in waits for one hash of a password that others choose, however many of them come at once', async () => {
  const stored = await hashPassword('Senha@123')
  let hashed = 0
  const chosen = Array.from({ length: 40 }, () => hashPassword('Outra@123').then(() => hashed++))
  expect(await verifyPassword(stored, 'Senha@123')).toBe(true)
  expect(hashed).toBeLessThanOrEqual(2)
  await Promise.all(chosen)
  expect(hashed).toBe(40)
})
