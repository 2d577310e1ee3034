import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { isCommonPassword } from './common-password.ts'

it('refuses each of the 3,000 most common, however it is written', () => {
  const common = dictionary['passwords-common'].slice(0, 3_000)
  expect(common).toHaveLength(3_000)
  const letThrough = common.flatMap((word) => [word, word.toUpperCase()]).filter((word) => !isCommonPassword(word))
  expect(letThrough).toEqual([])
})

it.each([
  'Senha@123',
  'Senha@2026',
  'Senha123!',
  'S3nh@123',
  'Brasil@2026',
  'Br@sil2026',
  'BRASIL!10',
  'Mudar@123456',
  'Flamengo#1981',
  'Corinthians@1',
  'P@ssw0rd!',
  'Password1!',
  'Qwerty123!',
  'Vitória@2025',
  '123Senha@',
  '2026#Brasil',
  'Admin@12345678',
])('refuses %s, which a form would take', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

it.each(['Cavalo-Bateria-9-Grampo', 'kX8#vTq2!m', 'Brasilândia#77x', 'Senhas-de-Ontem-4', 'Nova@12345', 'Maria&Sol#88214907'])(
  'lets %s through',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)
