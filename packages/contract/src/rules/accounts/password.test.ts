import { expect, it } from 'vitest'
import { newPassword } from '../../fields.ts'
import { isStrongPassword } from './password.ts'

const ofLength = (length: number) => 'Aa1!'.padEnd(length, 'x')

it('PWD-07 CONST-19 takes 8 to 128 characters: 7 and 129 fail, 8 and 128 pass', () => {
  expect([7, 8, 128, 129].map((length) => isStrongPassword(ofLength(length)))).toEqual([false, true, true, false])
})

it.each([
  ['lowercase', 'AAAA1234!'],
  ['uppercase', 'aaaa1234!'],
  ['digit', 'AAAAaaaa!'],
  ['special character', 'AAAAaaaa1'],
  ['special character but a space (G34)', 'AAAA aaaa1'],
  ['special character but an accented letter (G34)', 'AAAAaaaaé1'],
])('PWD-07 refuses a password without %s', (_what, password) => {
  expect(isStrongPassword(password)).toBe(false)
})

it.each(['!', '@', '_', '€', '-', '"'])('PWD-07 counts %s as special (G34)', (character) => {
  expect(isStrongPassword(`Prosa2026${character}`)).toBe(true)
})

it('PWD-08 says in one sentence what a new password needs', () => {
  for (const password of ['short', ofLength(129), 'aaaaaaaa1!'])
    expect(newPassword.safeParse(password).error?.issues[0]?.message).toBe(
      'A senha deve ter entre 8 e 128 caracteres, contendo ao menos uma letra minúscula, uma letra maiúscula, um número e um caractere especial (como !@#$%^&*())',
    )
})
