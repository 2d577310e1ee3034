import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import { buildSignupPageUrl, META_TOKEN, type MetaDouble, openMetaDouble, SYSTEM_TOKEN } from '../../doubles/meta/meta-double.ts'
import { serializeSignedWebhook } from '../../doubles/meta-webhooks/meta-status-webhooks.ts'
import { APP_SECRET, signWebhookBody, VERIFY_TOKEN } from '../../doubles/meta-webhooks/meta-webhook-payloads.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import type { TestTenant } from '../factories.ts'

/** Starts a server connected to Meta's double, with its own data folder. */
export async function startTestAppWithMeta(env: Record<string, string> = {}) {
  const meta = await openMetaDouble()
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-media-'))
  const test = await startTestApp({
    DATA_DIR: dataDir,
    WHATSAPP_API_URL: meta.url,
    WHATSAPP_APP_SECRET: APP_SECRET,
    WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN,
    WHATSAPP_SIGNUP_URL: buildSignupPageUrl(meta),
    WHATSAPP_SYSTEM_TOKEN: SYSTEM_TOKEN,
    ...env,
  })
  const close = async () => {
    await test.close()
    await meta.close()
    rmSync(dataDir, { recursive: true })
  }
  return { test, meta, dataDir, close }
}

let linkedNumberCount = 0

/** Links a number of the double to a tenant's agent, through staff. If `appSecret` is given, through an app of the tenant. */
export async function linkTestNumber(test: TestApp, meta: MetaDouble, tenant: TestTenant, appSecret?: string) {
  const phoneNumberId = `10654035224${++linkedNumberCount}${String(Date.now()).slice(-4)}`
  const wabaId = `10229012934${linkedNumberCount}${String(Date.now()).slice(-4)}`
  meta.known.add(phoneNumberId).add(wabaId)
  const staff = await test.client(tenant.staff.phone)
  const { data } = await staff.call(createWhatsappNumber, {
    body: {
      agent_id: tenant.agentId,
      phone_number_id: phoneNumberId,
      waba_id: wabaId,
      access_token: META_TOKEN,
      ...(appSecret ? { app_secret: appSecret } : {}),
    },
  })
  return { ...data, phoneNumberId, wabaId }
}

/**
 * Delivers a webhook as Meta does. A payload given as text is sent unchanged.
 * @returns the HTTP status of the answer
 */
export async function deliverTestWebhook(
  test: TestApp,
  payload: object | string,
  signature?: string | null,
  path = '/webhooks/whatsapp',
): Promise<number> {
  const body = typeof payload === 'string' ? payload : serializeSignedWebhook(payload).body
  const header = signature === undefined ? signWebhookBody(body) : signature
  const { statusCode } = await test.app.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...(header === null ? {} : { 'x-hub-signature-256': header }) },
    payload: body,
  })
  return statusCode
}
