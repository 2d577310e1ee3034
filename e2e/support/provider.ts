import type { BrowserContext, Page } from '@playwright/test'
import type { Agent } from '@prosa/contract/entities/agent'

/** A lead who writes from outside, whoever carries it. */
export interface Lead {
  /** Where the panel shows their conversation. */
  readonly path: string
  says(text: string): Promise<void>
}

/** What is behind the panel, as far as a test may know it. */
export interface Provider {
  /** Where people open the panel. */
  readonly url: string
  /** Where its calls go. */
  readonly api: string
  /** A lead whom nobody knew writes to an agent; `page` is of somebody who may look. */
  newLead(page: Page, agent: Agent, text: string): Promise<Lead>
  /** Proves who makes the calls of the next ten minutes, where the provider asks for it. */
  prove(page: Page): Promise<void>
  /** Waits until a window hears of what happens in a conversation. */
  listens(page: Page, path: string): Promise<void>
  /** True for a complaint of the console that this provider gives reason for. */
  explains(complaint: string): boolean
  /** What the provider noticed that the panel should not have done. */
  complaints(): readonly string[]
}

const apis = new WeakMap<BrowserContext, string>()

export const callsGoTo = (context: BrowserContext, api: string): void => {
  apis.set(context, api)
}

/** Where the calls of a window go. */
export const apiOf = (page: Page): string => apis.get(page.context()) ?? '/api'
