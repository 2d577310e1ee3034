import { errors } from '../../../platform/errors.ts'
import { isCommonPassword } from './common-password.ts'
import { hashPassword } from './password-hash.ts'

const COMMON_PASSWORD_MESSAGE = 'Esta senha é muito comum e fácil de adivinhar. Escolha outra.'

/** Hashes a new password. @throws 400 with a message in fieldErrors[`field`] if the password is common */
export function hashNewPassword(password: string, field: string): Promise<string> {
  if (isCommonPassword(password)) throw errors.invalid(COMMON_PASSWORD_MESSAGE, { [field]: COMMON_PASSWORD_MESSAGE })
  return hashPassword(password)
}
