import { INVALID_PHONE_MESSAGE, isPhone } from '../phone-numbers/phone.ts'

/** Validation of the sign-in fields (section 5). Each function returns the error message, or undefined if the value is valid. */

export const getSignInPhoneError = (phone: string): string | undefined =>
  phone === '' ? 'Telefone é obrigatório.' : isPhone(phone) ? undefined : INVALID_PHONE_MESSAGE

export const getSignInPasswordError = (password: string): string | undefined =>
  password === '' ? 'A senha é obrigatória.' : undefined
