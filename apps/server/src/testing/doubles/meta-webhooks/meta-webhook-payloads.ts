import { createHmac } from 'node:crypto'

/** Webhooks in Meta's wire format, for a server in this process or another. */
export const APP_SECRET = 'app-secret-of-the-double'
export const VERIFY_TOKEN = 'verify-token-of-the-double'

export interface MetaLead {
  phone?: string
  userId?: string
  name?: string
}

export const buildWebhook = (phoneNumberId: string, field: string, value: object) => ({
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

const toMetaContact = ({ phone, userId, name }: MetaLead) => ({
  profile: { name: name ?? 'Sheena Nelson' },
  ...(phone ? { wa_id: phone } : {}),
  ...(userId ? { user_id: userId } : {}),
})

export const getUnixSeconds = () => Math.floor(Date.now() / 1_000)

/** A webhook with one message of a lead; `body` contains the fields besides the common ones. */
export const buildMessageWebhook = (phoneNumberId: string, lead: MetaLead, id: string, body: object, at = getUnixSeconds()) =>
  buildWebhook(phoneNumberId, 'messages', {
    contacts: [toMetaContact(lead)],
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

export const buildTextBody = (body: string) => ({ type: 'text', text: { body } })

export interface MetaStatusUpdate {
  id: string
  status: string
  callbackData?: string
  code?: number
}

export const buildStatusWebhook = (phoneNumberId: string, statuses: readonly MetaStatusUpdate[]) =>
  buildWebhook(phoneNumberId, 'messages', {
    statuses: statuses.map(({ id, status, callbackData, code }) => ({
      id,
      status,
      timestamp: String(getUnixSeconds()),
      recipient_id: '16505551234',
      ...(callbackData ? { biz_opaque_callback_data: callbackData } : {}),
      ...(code !== undefined ? { errors: [{ code, title: 'refused', message: 'refused', error_data: { details: 'x' } }] } : {}),
    })),
  })

/** A webhook about a whole account, without a number. */
export const buildAccountWebhook = (accountId: string, field: string, value: object, at = getUnixSeconds()) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: accountId, time: at, changes: [{ field, value }] }],
})

/** A webhook with statuses in Meta's complete format. */
export const buildRawStatusWebhook = (phoneNumberId: string, statuses: readonly object[], more: object = {}) =>
  buildWebhook(phoneNumberId, 'messages', { statuses, ...more })

export const signWebhookBody = (body: string, secret = APP_SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
