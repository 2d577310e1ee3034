import { expect, type Locator, type Page } from '@playwright/test'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { getConversationRows, openAgentConversations } from './chat.ts'

export const getLeadThread = (page: Page): Locator => page.getByRole('log')

export const getLeadComposer = (page: Page): Locator => page.getByRole('textbox')

/** Opens an agent's web chat as a new lead. */
export const openWebchat = async (page: Page, agent: Agent): Promise<void> => {
  await page.goto(`/w/${agent._id}`)
  await expect(page.getByText(agent.name).first()).toBeVisible()
  await expect(getLeadComposer(page)).toBeEnabled()
}

export const sendAsLead = async (page: Page, text: string): Promise<void> => {
  await getLeadComposer(page).fill(text)
  await getLeadComposer(page).press('Enter')
  await expect(getLeadThread(page).getByText(text, { exact: true })).toBeVisible()
}

/**
 * Sends a message as a new lead and opens the conversation from the agent's list.
 * @returns its path
 */
export const openNewLeadConversation = async (page: Page, lead: Page, agent: Agent, words: string): Promise<string> => {
  await openAgentConversations(page, agent)
  await expect(getConversationRows(page).first()).toBeVisible()
  const before = (await getConversationRows(page).first().getAttribute('href')) ?? ''
  await openWebchat(lead, agent)
  await sendAsLead(lead, words)
  await expect(getConversationRows(page).first()).not.toHaveAttribute('href', before)
  const address = (await getConversationRows(page).first().getAttribute('href')) ?? ''
  await getConversationRows(page).first().click()
  return address
}
