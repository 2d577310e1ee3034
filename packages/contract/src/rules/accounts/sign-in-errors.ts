import { INVALID_PHONE_MESSAGE, isPhone } from '../phone-numbers/phone.ts'

/** Section 5, sign-in: returns the error of a field, or undefined if it is valid. */

export const getSignInPhoneError = (phone: string): string | undefined =>
  phone === '' ? 'Telefone é obrigatório.' : isPhone(phone) ? undefined : INVALID_PHONE_MESSAGE

export const getSignInPasswordError = (password: string): string | undefined =>
  password === '' ? 'A senha é obrigatória.' : undefined
