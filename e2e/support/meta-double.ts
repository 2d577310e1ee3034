import type { APIResponse, Page } from '@playwright/test'
import { createWhatsappNumber } from '@prosa/contract/calls/channels'
import type { Agent } from '@prosa/contract/entities/agent'
import { HEADERS } from '@prosa/contract/http'
import {
  META_TOKEN,
  type MetaDouble,
  openMetaDouble,
  SYSTEM_TOKEN,
  signupPage,
} from '../../apps/server/src/testing/meta-double.ts'
import { written } from '../../apps/server/src/testing/meta-news.ts'
import { historyChunk, type ThreadOnMeta } from '../../apps/server/src/testing/meta-past.ts'
import { visitServer } from '../../apps/server/src/testing/meta-visit.ts'
import { APP_SECRET, incoming, now, VERIFY_TOKEN } from '../../apps/server/src/testing/meta-wire.ts'
import { proveByCall } from './proof.ts'
import { apiOf } from './provider.ts'

export { META_TOKEN, SYSTEM_TOKEN, signupPage }
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
export interface NumberOnMeta extends MetaDouble {
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
  handOver(origin: string, thread: ThreadOnMeta): Promise<number>
}

export async function openNumberOnMeta(): Promise<NumberOnMeta> {
  const meta = await openMetaDouble()
  meta.known.add(META_NUMBER.id).add(META_NUMBER.account)
  meta.templates.push(...TEMPLATES)
  meta.visit = visitServer
  /** Meta delivers no webhooks of an account without a subscription. */
  const ofNumber = (origin: string, news: object) => {
    if (!meta.subscriptions.has(META_NUMBER.account)) throw new Error('Meta has no subscription to this account')
    return bring(origin, news)
  }
  return Object.assign(meta, {
    bring,
    env: { WHATSAPP_API_URL: meta.url, WHATSAPP_APP_SECRET: APP_SECRET, WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN },
    deliver: (origin: string, lead: { phone: string; name: string }, id: string, message: object, hoursAgo = 0) =>
      ofNumber(origin, incoming(META_NUMBER.id, lead, id, message, now() - hoursAgo * 3_600)),
    handOver: (origin: string, thread: ThreadOnMeta) => ofNumber(origin, historyChunk(META_NUMBER.id, [thread])),
  })
}

/** Links the number to an agent with the form's request and the window's session. */
export const linkNumber = async (page: Page, agent: Agent): Promise<APIResponse> => {
  await proveByCall(page)
  return page.request.post(`${apiOf(page)}${createWhatsappNumber.path}`, {
    data: { agent_id: agent._id, phone_number_id: META_NUMBER.id, waba_id: META_NUMBER.account, access_token: META_TOKEN },
    headers: { [HEADERS.requestTime]: new Date().toISOString() },
  })
}

/** Delivers a signed webhook as Meta does. */
async function bring(origin: string, news: object): Promise<number> {
  const { body, signature } = written(news)
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
  return (await fetch(`${origin}/webhooks/whatsapp`, { method: 'POST', headers, body })).status
}
