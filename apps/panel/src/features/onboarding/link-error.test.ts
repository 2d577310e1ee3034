import { expect, it } from 'vitest'
import { detectLinkError } from './link-error.ts'

it.each([
  ['Convite inválido.', 'invalid_token'],
  ['Este convite está expirado.', 'invalid_token'],
  ['Invalid invitation', 'invalid_token'],
  ['Token EXPIRED', 'invalid_token'],
  ['Este convite já foi utilizado.', 'used_token'],
  ['Invalid: token already used', 'used_token'],
  ['Failed to validate token', null],
  ['The connection was refused', null],
  ['Sua organização está inativa. Entre em contato com o suporte.', null],
])('ONB-19 G14 %s leads to %s', (text, reason) => {
  expect(detectLinkError(text)).toBe(reason)
})
