import { expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const secret = (n: number) => new Uint8Array(48).fill(n)

it('opens what it sealed, and nothing that was changed, sealed for another purpose or under another secret', () => {
  const box = createSecretBox('calendar', secret(1))
  const sealed = box.encrypt('1//refresh-token')
  expect(box.decrypt(sealed)).toBe('1//refresh-token')
  expect(sealed).not.toContain('refresh')
  expect(box.encrypt('1//refresh-token')).not.toBe(sealed)
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => box.decrypt(bytes.toString('base64url'))).toThrow()
  expect(() => createSecretBox('whatsapp', secret(1)).decrypt(sealed)).toThrow()
  expect(() => createSecretBox('calendar', secret(2)).decrypt(sealed)).toThrow()
})

it('a new secret opens what the one before it sealed', () => {
  const sealed = createSecretBox('calendar', secret(1)).encrypt('token')
  const rotated = createSecretBox('calendar', secret(2), secret(1))
  expect(rotated.decrypt(sealed)).toBe('token')
  expect(() => createSecretBox('calendar', secret(1)).decrypt(rotated.encrypt('token'))).toThrow()
})
