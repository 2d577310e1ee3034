import { expect, type Page } from '@playwright/test'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import type { ProductProcess } from '../../scripts/product/product-process.ts'
import { fetchConversations } from './chat.ts'
import { linkMetaNumber, type MetaNumberDouble } from './meta-number-double.ts'

interface SharedHistory {
  page: Page
  product: ProductProcess
  meta: MetaNumberDouble
  /** Agent to which the number is linked. */
  agent: Agent
  phone: string
  /** Messages, oldest first, alternately from the lead and the team. */
  said: readonly string[]
  /** Seconds between two messages; the last one is recent. */
  everyS: number
}

/**
 * Links a number whose phone shares a conversation of the past.
 * @returns data to find its conversation
 */
export async function linkNumberWithHistory({ page, product, meta, agent, phone, said, everyS }: SharedHistory) {
  const linked = await linkMetaNumber(page, agent)
  expect(linked.ok(), await linked.text()).toBe(true)
  const begun = Math.floor(Date.now() / 1_000) - 2 * said.length * everyS
  const messages = said.map((body, n) => ({
    id: `wamid.PAST${n + 1}`,
    from: n % 2 === 0 ? phone : null,
    at: begun + n * everyS,
    body: { type: 'text', text: { body } },
  }))
  expect(await meta.handOver(product.url, { id: phone, messages })).toBe(200)
  const find = async () => (await fetchConversations(page, agent, `?phone=${phone}`)).at(0)
  const [newest = ''] = said.at(-1)?.split('\n') ?? []
  await expect.poll(async () => (await find())?.last_message_preview).toContain(newest)
  return find
}
