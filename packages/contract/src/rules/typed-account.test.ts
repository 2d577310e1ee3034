import { expect, it } from 'vitest'
import { typedAccount } from './typed-account.ts'

it.each([
  ['(11) 98765-4321', '+5511987654321'],
  ['11987654321', '+5511987654321'],
  ['+55 11 98765-4321', '+5511987654321'],
  ['5511987654321', '+5511987654321'],
  ['+1 (212) 555-0100', '+12125550100'],
  [' Ana@Aurora.Local.br ', 'ana@aurora.local.br'],
])('reads %s as the account %s', (typed, account) => expect(typedAccount(typed)).toBe(account))

it.each(['', 'ana', '98765', 'ana@', '@aurora.com', 'ana@aurora'])('takes %j for no account', (typed) =>
  expect(typedAccount(typed)).toBeNull(),
)
