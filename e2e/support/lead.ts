import { expect, type Locator, type Page } from '@playwright/test'
import type { Agent } from '@prosa/contract/entities/agent'
import { openConversationsOf, rows } from './chat.ts'

export const leadThread = (page: Page): Locator => page.getByRole('log')

export const leadComposer = (page: Page): Locator => page.getByRole('textbox')

/** Opens an agent's web chat as a new lead. */
export const openWebchat = async (page: Page, agent: Agent): Promise<void> => {
  await page.goto(`/w/${agent._id}`)
  await expect(page.getByText(agent.name).first()).toBeVisible()
  await expect(leadComposer(page)).toBeEnabled()
}

export const leadSays = async (page: Page, text: string): Promise<void> => {
  await leadComposer(page).fill(text)
  await leadComposer(page).press('Enter')
  await expect(leadThread(page).getByText(text, { exact: true })).toBeVisible()
}

/**
 * Sends a message as a new lead and opens the conversation from the agent's list.
 * @returns its path
 */
export const openNewTalk = async (page: Page, lead: Page, agent: Agent, words: string): Promise<string> => {
  await openConversationsOf(page, agent)
  await expect(rows(page).first()).toBeVisible()
  const before = (await rows(page).first().getAttribute('href')) ?? ''
  await openWebchat(lead, agent)
  await leadSays(lead, words)
  await expect(rows(page).first()).not.toHaveAttribute('href', before)
  const address = (await rows(page).first().getAttribute('href')) ?? ''
  await rows(page).first().click()
  return address
}
