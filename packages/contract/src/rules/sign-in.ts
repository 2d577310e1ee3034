import { isPhone, PHONE_MESSAGE } from './phone.ts'

/** Section 5, sign-in: returns the error of a field, or undefined if it is valid. */

export const phoneIssue = (phone: string): string | undefined =>
  phone === '' ? 'Telefone é obrigatório.' : isPhone(phone) ? undefined : PHONE_MESSAGE

export const passwordIssue = (password: string): string | undefined => (password === '' ? 'A senha é obrigatória.' : undefined)
