import { isPhone, PHONE_MESSAGE } from './phone.ts'

/** Section 5, sign-in: what is wrong with each field, undefined when nothing is. */

export const phoneIssue = (phone: string): string | undefined =>
  phone === '' ? 'Telefone é obrigatório.' : isPhone(phone) ? undefined : PHONE_MESSAGE

export const passwordIssue = (password: string): string | undefined => (password === '' ? 'A senha é obrigatória.' : undefined)
