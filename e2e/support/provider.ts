import type { BrowserContext, Page } from '@playwright/test'
import type { Agent } from '@prosa/contract/entities/agents/agent'

/** A lead who writes from outside, by any channel. */
export interface ExternalLead {
  /** Path of the conversation in the panel. */
  readonly path: string
  says(text: string): Promise<void>
}

/** The server behind the panel, as far as tests may depend on it. */
export interface PanelProvider {
  /** Origin of the panel. */
  readonly url: string
  /** Base URL of its API. */
  readonly api: string
  /** Sends a message to an agent as a new lead; `page` belongs to a user with access to the conversation. */
  newLead(page: Page, agent: Agent, text: string): Promise<ExternalLead>
  /** Confirms the password for the next ten minutes, if the provider requires it. */
  prove(page: Page): Promise<void>
  /** Waits until a window receives the live events of a conversation. */
  listens(page: Page, path: string): Promise<void>
  /** Whether a console message is expected with this provider. */
  explains(complaint: string): boolean
  /** Violations by the panel that the provider detected. */
  complaints(): readonly string[]
}

const apiUrls = new WeakMap<BrowserContext, string>()

export const setApiUrl = (context: BrowserContext, api: string): void => {
  apiUrls.set(context, api)
}

/** Returns the base URL of the API for a window. */
export const getApiUrl = (page: Page): string => apiUrls.get(page.context()) ?? '/api'
