import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { HTTP_HEADERS } from '@prosa/contract/http'
import type { ProductProcess } from '../../scripts/product/product-process.ts'
import { fetchConversations } from './chat.ts'
import { confirmPasswordByCall } from './confirm-password.ts'
import type { ExternalLead, PanelProvider } from './provider.ts'
import { waitForRoomJoin } from './room-joins.ts'

/** Our own server; its leads write over the web chat. */
export class ProductProvider implements PanelProvider {
  readonly url: string
  readonly api: string
  readonly #product: ProductProcess

  constructor(product: ProductProcess) {
    this.#product = product
    this.url = product.url
    this.api = `${product.url}/api`
  }

  async newLead(page: Page, agent: Agent, text: string): Promise<ExternalLead> {
    let cookie = ''
    const says = async (content: string) => {
      const answer = await fetch(`${this.#product.url}/api/webchat/${agent._id}/messages`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [HTTP_HEADERS.requestTime]: new Date().toISOString(),
          [HTTP_HEADERS.idempotencyKey]: randomUUID(),
          cookie,
        },
        body: JSON.stringify({ content }),
      })
      if (!answer.ok) throw new Error(`The lead's message was answered ${answer.status}: ${await answer.text()}`)
      cookie ||= answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
    }
    const before = new Set((await fetchConversations(page, agent)).map(({ _id }) => _id))
    await says(text)
    const made = (await fetchConversations(page, agent)).find(({ _id }) => !before.has(_id))
    if (!made) throw new Error('The new lead has no conversation')
    return { path: `/chat/${made.lead_id}/${made._id}`, says }
  }

  async prove(page: Page): Promise<void> {
    await confirmPasswordByCall(page)
  }

  async listens(page: Page, path: string): Promise<void> {
    await waitForRoomJoin(page, path)
  }

  explains(): boolean {
    return false
  }

  complaints(): readonly string[] {
    return []
  }
}
