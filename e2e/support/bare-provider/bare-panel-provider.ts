import type { Page } from '@playwright/test'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import type { ExternalLead, PanelProvider } from '../provider.ts'
import { waitForJoinRequest } from '../room-joins.ts'
import { BareProvider } from './bare-provider.ts'
import { CrossOriginPanel } from './cross-origin-panel.ts'
import { findSpecifiedCall } from './specified-calls.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The panel on one origin and, on another, a provider that implements only the specification. */
export class BarePanelProvider implements PanelProvider {
  readonly url: string
  readonly api: string
  readonly bare: BareProvider
  readonly #panel: CrossOriginPanel

  private constructor(panel: CrossOriginPanel, bare: BareProvider) {
    this.#panel = panel
    this.bare = bare
    this.url = panel.url
    this.api = bare.url
  }

  static async open(): Promise<BarePanelProvider> {
    const panel = await CrossOriginPanel.open()
    const bare = await BareProvider.open(panel.url)
    panel.buildFor(bare.url)
    return new BarePanelProvider(panel, bare)
  }

  async newLead(_page: Page, agent: Agent, text: string): Promise<ExternalLead> {
    const conversation = this.bare.leadArrives(agent._id, text)
    return {
      path: `/chat/${conversation.lead._id}/${conversation.id}`,
      says: async (more) => this.bare.leadSays(conversation, more),
    }
  }

  /** Does nothing: the specification has no password confirmation. */
  async prove(): Promise<void> {}

  async listens(page: Page, path: string): Promise<void> {
    await waitForJoinRequest(page, path)
  }

  /** Whether a console message is the 404 answer to a call that only our server has. The page must still work. */
  explains(complaint: string): boolean {
    const [, address = ''] = /status of 404 \([^()]*\) (\S+)$/.exec(complaint) ?? []
    if (!address.startsWith(this.api)) return false
    const { pathname } = new URL(address)
    return METHODS.every((method) => findSpecifiedCall(method, pathname) === null)
  }

  complaints(): readonly string[] {
    return this.bare.unexpected
  }

  async close(): Promise<void> {
    await this.bare.close()
    await this.#panel.close()
  }
}
