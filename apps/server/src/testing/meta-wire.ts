import { createHmac } from 'node:crypto'

/** Webhooks in Meta's wire format, for a server in this process or another. */
export const APP_SECRET = 'app-secret-of-the-double'
export const VERIFY_TOKEN = 'verify-token-of-the-double'

export interface LeadOnMeta {
  phone?: string
  userId?: string
  name?: string
}

export const webhook = (phoneNumberId: string, field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field,
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '551140001234', phone_number_id: phoneNumberId },
            ...value,
          },
        },
      ],
    },
  ],
})

const contactOf = ({ phone, userId, name }: LeadOnMeta) => ({
  profile: { name: name ?? 'Sheena Nelson' },
  ...(phone ? { wa_id: phone } : {}),
  ...(userId ? { user_id: userId } : {}),
})

export const now = () => Math.floor(Date.now() / 1_000)

/** A webhook with one message of a lead; `body` contains the fields besides the common ones. */
export const incoming = (phoneNumberId: string, lead: LeadOnMeta, id: string, body: object, at = now()) =>
  webhook(phoneNumberId, 'messages', {
    contacts: [contactOf(lead)],
    messages: [
      {
        ...(lead.phone ? { from: lead.phone } : {}),
        ...(lead.userId ? { from_user_id: lead.userId } : {}),
        id,
        timestamp: String(at),
        ...body,
      },
    ],
  })

export const text = (body: string) => ({ type: 'text', text: { body } })

export interface StatusOfMeta {
  id: string
  status: string
  callbackData?: string
  code?: number
}

export const statusUpdate = (phoneNumberId: string, statuses: readonly StatusOfMeta[]) =>
  webhook(phoneNumberId, 'messages', {
    statuses: statuses.map(({ id, status, callbackData, code }) => ({
      id,
      status,
      timestamp: String(now()),
      recipient_id: '16505551234',
      ...(callbackData ? { biz_opaque_callback_data: callbackData } : {}),
      ...(code !== undefined ? { errors: [{ code, title: 'refused', message: 'refused', error_data: { details: 'x' } }] } : {}),
    })),
  })

/** A webhook about a whole account, without a number. */
export const accountNews = (accountId: string, field: string, value: object, at = now()) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: accountId, time: at, changes: [{ field, value }] }],
})

/** A webhook with statuses in Meta's complete format. */
export const rawStatuses = (phoneNumberId: string, statuses: readonly object[], more: object = {}) =>
  webhook(phoneNumberId, 'messages', { statuses, ...more })

export const sign = (body: string, secret = APP_SECRET) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
