import type { APIResponse, Page } from '@playwright/test'
import { createWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { HTTP_HEADERS } from '@prosa/contract/http'
import {
  buildSignupPageUrl,
  META_TOKEN,
  type MetaDouble,
  openMetaDouble,
  SYSTEM_TOKEN,
} from '../../apps/server/src/testing/doubles/meta/meta-double.ts'
import {
  buildHistoryWebhook,
  type MetaHistoryThread,
} from '../../apps/server/src/testing/doubles/meta-webhooks/meta-history-webhooks.ts'
import { serializeSignedWebhook } from '../../apps/server/src/testing/doubles/meta-webhooks/meta-status-webhooks.ts'
import {
  APP_SECRET,
  buildMessageWebhook,
  getUnixSeconds,
  VERIFY_TOKEN,
} from '../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { verifyWebhookUrl } from '../../apps/server/src/testing/doubles/meta-webhooks/verify-webhook-url.ts'
import { confirmPasswordByCall } from './confirm-password.ts'
import { getApiUrl } from './provider.ts'

export { buildSignupPageUrl, META_TOKEN, SYSTEM_TOKEN }
export const META_NUMBER = { id: '106540352242922', account: '102290129340398', shown: '+55 11 4000-1234' }

const TEMPLATES: MetaDouble['templates'] = [
  {
    name: 'retomar_conversa',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      { type: 'BODY', text: 'Oi {{1}}, ainda procura {{2}}?' },
      { type: 'FOOTER', text: 'Aurora Imóveis' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Quero continuar' }] },
    ],
  },
  {
    name: 'novidades_do_mes',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Veja os lançamentos deste mês.' },
    ],
  },
]

/** Meta's double with one number and its templates, for a product in its own process. */
export interface MetaNumberDouble extends MetaDouble {
  /** Environment variables for the server. */
  env: Record<string, string>
  /**
   * Delivers a webhook.
   * @returns the server's HTTP status
   */
  bring(origin: string, news: object): Promise<number>
  /**
   * Delivers a lead's message by webhook; `hoursAgo` is its age.
   * @returns the server's HTTP status
   */
  deliver(origin: string, lead: { phone: string; name: string }, id: string, message: object, hoursAgo?: number): Promise<number>
  /**
   * Delivers the message history of the number's phone.
   * @returns the server's HTTP status
   */
  handOver(origin: string, thread: MetaHistoryThread): Promise<number>
}

export async function openMetaNumberDouble(): Promise<MetaNumberDouble> {
  const meta = await openMetaDouble()
  meta.known.add(META_NUMBER.id).add(META_NUMBER.account)
  meta.templates.push(...TEMPLATES)
  meta.visit = verifyWebhookUrl
  /** Meta delivers no webhooks of an account without a subscription. */
  const ofNumber = (origin: string, news: object) => {
    if (!meta.subscriptions.has(META_NUMBER.account)) throw new Error('Meta has no subscription to this account')
    return deliverWebhook(origin, news)
  }
  return Object.assign(meta, {
    bring: deliverWebhook,
    env: { WHATSAPP_API_URL: meta.url, WHATSAPP_APP_SECRET: APP_SECRET, WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN },
    deliver: (origin: string, lead: { phone: string; name: string }, id: string, message: object, hoursAgo = 0) =>
      ofNumber(origin, buildMessageWebhook(META_NUMBER.id, lead, id, message, getUnixSeconds() - hoursAgo * 3_600)),
    handOver: (origin: string, thread: MetaHistoryThread) => ofNumber(origin, buildHistoryWebhook(META_NUMBER.id, [thread])),
  })
}

/** Links the number to an agent with the form's request and the window's session. */
export const linkMetaNumber = async (page: Page, agent: Agent): Promise<APIResponse> => {
  await confirmPasswordByCall(page)
  return page.request.post(`${getApiUrl(page)}${createWhatsappNumber.path}`, {
    data: { agent_id: agent._id, phone_number_id: META_NUMBER.id, waba_id: META_NUMBER.account, access_token: META_TOKEN },
    headers: { [HTTP_HEADERS.requestTime]: new Date().toISOString() },
  })
}

/** Delivers a signed webhook as Meta does. */
async function deliverWebhook(origin: string, news: object): Promise<number> {
  const { body, signature } = serializeSignedWebhook(news)
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
  return (await fetch(`${origin}/webhooks/whatsapp`, { method: 'POST', headers, body })).status
}
