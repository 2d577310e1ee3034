import { expect, it } from 'vitest'
import { parseAccountIdentifier } from './account-identifier.ts'

it.each([
  ['(11) 98765-4321', '+5511987654321'],
  ['11987654321', '+5511987654321'],
  ['+55 11 98765-4321', '+5511987654321'],
  ['5511987654321', '+5511987654321'],
  ['+1 (212) 555-0100', '+12125550100'],
  ['0 15 11 98888-1111', '+5511988881111'],
  ['tel:+55-11-98888-1111', '+5511988881111'],
  ['\u202A+55 11 98888-1111\u202C', '+5511988881111'],
  ['１１ ９８８８８－１１１１', '+5511988881111'],
  ['+351 912 345 678', '+351912345678'],
  [' Ana@Aurora.Local.br ', 'ana@aurora.local.br'],
])('reads %s as the account %s', (typed, account) => expect(parseAccountIdentifier(typed)).toBe(account))

it.each(['', 'ana', '98765', 'ana@', '@aurora.com', 'ana@aurora', '119888811112', '351912345678', '+55 11 98888-1111 2'])(
  'takes %j for no account',
  (typed) => expect(parseAccountIdentifier(typed)).toBeNull(),
)
