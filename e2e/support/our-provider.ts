import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Agent } from '@prosa/contract/entities/agent'
import { HEADERS } from '@prosa/contract/http'
import type { Product } from '../../scripts/product/product.ts'
import { conversationsOf } from './chat.ts'
import { proveByCall } from './proof.ts'
import type { Lead, Provider } from './provider.ts'
import { listensTo } from './rooms.ts'

/** Our own server; its leads write over the web chat. */
export class OurProvider implements Provider {
  readonly url: string
  readonly api: string
  readonly #product: Product

  constructor(product: Product) {
    this.#product = product
    this.url = product.url
    this.api = `${product.url}/api`
  }

  async newLead(page: Page, agent: Agent, text: string): Promise<Lead> {
    let cookie = ''
    const says = async (content: string) => {
      const answer = await fetch(`${this.#product.url}/api/webchat/${agent._id}/messages`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [HEADERS.requestTime]: new Date().toISOString(),
          [HEADERS.idempotencyKey]: randomUUID(),
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
    const before = new Set((await conversationsOf(page, agent)).map(({ _id }) => _id))
    await says(text)
    const made = (await conversationsOf(page, agent)).find(({ _id }) => !before.has(_id))
    if (!made) throw new Error('The new lead has no conversation')
    return { path: `/chat/${made.lead_id}/${made._id}`, says }
  }

  async prove(page: Page): Promise<void> {
    await proveByCall(page)
  }

  async listens(page: Page, path: string): Promise<void> {
    await listensTo(page, path)
  }

  explains(): boolean {
    return false
  }

  complaints(): readonly string[] {
    return []
  }
}
