import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWhatsappNumber } from '@prosa/contract/calls/channels'
import type { TestTenant } from './factories.ts'
import { META_TOKEN, type MetaDouble, openMetaDouble } from './meta-double.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const APP_SECRET = 'app-secret-of-the-double'
export const VERIFY_TOKEN = 'verify-token-of-the-double'

/** A server whose WhatsApp is the double, with a folder of its own for files. */
export async function startWithMeta(env: Record<string, string> = {}) {
  const meta = await openMetaDouble()
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-media-'))
  const test = await startTestApp({
    DATA_DIR: dataDir,
    WHATSAPP_API_URL: meta.url,
    WHATSAPP_APP_SECRET: APP_SECRET,
    WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN,
    ...env,
  })
  const close = async () => {
    await test.close()
    await meta.close()
    rmSync(dataDir, { recursive: true })
  }
  return { test, meta, dataDir, close }
}

let numbers = 0

/** A number of the double, linked to a tenant's agent by its staff. */
export async function linkNumber(test: TestApp, meta: MetaDouble, tenant: TestTenant) {
  const phoneNumberId = `10654035224${++numbers}${String(Date.now()).slice(-4)}`
  const wabaId = `10229012934${numbers}${String(Date.now()).slice(-4)}`
  meta.known.add(phoneNumberId).add(wabaId)
  const staff = await test.client(tenant.staff.phone)
  const { data } = await staff.call(createWhatsappNumber, {
    body: { agent_id: tenant.agentId, phone_number_id: phoneNumberId, waba_id: wabaId, access_token: META_TOKEN },
  })
  return { ...data, phoneNumberId, wabaId }
}

export interface LeadOnMeta {
  phone?: string
  userId?: string
  name?: string
}

/** Webhooks in Meta's wire format. */
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

/** One message of a lead; `body` is what stands beside its type. */
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
      ...(code ? { errors: [{ code, title: 'refused', message: 'refused', error_data: { details: 'x' } }] } : {}),
    })),
  })

export const sign = (body: string, secret = APP_SECRET) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Delivers a webhook as Meta does. @returns the status of the answer */
export async function deliver(test: TestApp, payload: object, signature?: string | null): Promise<number> {
  const body = JSON.stringify(payload)
  const header = signature === undefined ? sign(body) : signature
  const { statusCode } = await test.app.http.inject({
    method: 'POST',
    url: '/webhooks/whatsapp',
    headers: { 'content-type': 'application/json', ...(header === null ? {} : { 'x-hub-signature-256': header }) },
    payload: body,
  })
  return statusCode
}
