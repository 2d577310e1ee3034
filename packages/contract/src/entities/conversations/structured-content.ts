import * as z from 'zod/mini'
import { nameText } from '../../fields.ts'
import { INVALID_PHONE_MESSAGE, isPhone } from '../../rules/phone-numbers/phone.ts'

export const STRUCTURED_CONTENT_NAME_MAX_CHARS = 120
export const LOCATION_ADDRESS_MAX_CHARS = 300

const requiredText = (max: number, missing: string) => nameText(max).check(z.minLength(1, missing))

const LATITUDE_MESSAGE = 'A latitude vai de -90 a 90.'
const LONGITUDE_MESSAGE = 'A longitude vai de -180 a 180.'

/** A location to send in a message, with coordinates in degrees (MEDIA-19). Prosa extension. */
export const sentLocation = z.object({
  latitude: z.number('A latitude é um número.').check(z.gte(-90, LATITUDE_MESSAGE), z.lte(90, LATITUDE_MESSAGE)),
  longitude: z.number('A longitude é um número.').check(z.gte(-180, LONGITUDE_MESSAGE), z.lte(180, LONGITUDE_MESSAGE)),
  name: z.optional(requiredText(STRUCTURED_CONTENT_NAME_MAX_CHARS, 'O nome está vazio.')),
  address: z.optional(requiredText(LOCATION_ADDRESS_MAX_CHARS, 'O endereço está vazio.')),
})
export type SentLocation = z.infer<typeof sentLocation>

/** A contact card to send in a message, with the phone number in E.164 format (MEDIA-19). Prosa extension. */
export const sentContact = z.object({
  name: requiredText(STRUCTURED_CONTENT_NAME_MAX_CHARS, 'Digite o nome.'),
  phone: z.string().check(
    z.trim(),
    z.refine((value) => isPhone(value), INVALID_PHONE_MESSAGE),
  ),
  email: z.optional(z.string().check(z.trim(), z.email('E-mail inválido.'), z.maxLength(254))),
})
export type SentContact = z.infer<typeof sentContact>
