import { expect, type Locator, type Page } from '@playwright/test'
import type { Agent } from '@prosa/contract/entities/agent'

export const leadThread = (page: Page): Locator => page.getByRole('log')

export const leadComposer = (page: Page): Locator => page.getByRole('textbox')

/** Opens an agent's public page as a lead who was never there. */
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
