import * as z from 'zod/mini'
import { givenName } from '../fields.ts'
import { isPhone, PHONE_MESSAGE } from '../rules/phone.ts'

/** Maximum length of a place's or person's name, and of a place's address. */
export const CARRIED_NAME_MAX_CHARS = 120
export const CARRIED_ADDRESS_MAX_CHARS = 300

const words = (max: number, missing: string) => givenName(max).check(z.minLength(1, missing))

const LATITUDE = 'A latitude vai de -90 a 90.'
const LONGITUDE = 'A longitude vai de -180 a 180.'

/** A place to send (MEDIA-19), in degrees. Prosa extension. */
export const sentLocation = z.object({
  latitude: z.number('A latitude é um número.').check(z.gte(-90, LATITUDE), z.lte(90, LATITUDE)),
  longitude: z.number('A longitude é um número.').check(z.gte(-180, LONGITUDE), z.lte(180, LONGITUDE)),
  name: z.optional(words(CARRIED_NAME_MAX_CHARS, 'O nome está vazio.')),
  address: z.optional(words(CARRIED_ADDRESS_MAX_CHARS, 'O endereço está vazio.')),
})
export type SentLocation = z.infer<typeof sentLocation>

/** A contact card to send (MEDIA-19), with the phone in E.164 format. Prosa extension. */
export const sentContact = z.object({
  name: words(CARRIED_NAME_MAX_CHARS, 'Digite o nome.'),
  phone: z.string().check(
    z.trim(),
    z.refine((value) => isPhone(value), PHONE_MESSAGE),
  ),
  email: z.optional(z.string().check(z.trim(), z.email('E-mail inválido.'), z.maxLength(254))),
})
export type SentContact = z.infer<typeof sentContact>
