import { expect, type Locator, type Page } from '@playwright/test'
import { listAgents } from '@prosa/contract/calls/agents'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations'
import type { Agent, AgentType } from '@prosa/contract/entities/agent'
import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Message } from '@prosa/contract/entities/message'
import { apiOf } from './provider.ts'

/**
 * Returns the oldest agent of a type, using the window's session: earlier tests may have created others.
 * @throws if there is none
 */
export const agentOf = async (page: Page, type: AgentType): Promise<Agent> => {
  const answer = await page.request.get(`${apiOf(page)}/agents?sortBy=created_at&sortOrder=asc`)
  const agent = listAgents.answer.parse(await answer.json()).data.agents.find((candidate) => candidate.type === type)
  if (!agent) throw new Error(`The demo has no agent of type ${type}`)
  return agent
}

export const conversationsOf = async (page: Page, agent: Agent, query = ''): Promise<Conversation[]> => {
  const answer = await page.request.get(`${apiOf(page)}/conversations/agents/${agent._id}${query}`)
  return listConversations.answer.parse(await answer.json()).data.conversations
}

/** Returns the whole history stored on the server. */
export const historyOf = async (page: Page, path: string): Promise<Message[]> => {
  const answer = await page.request.get(path.replace(/^\/chat\//, `${apiOf(page)}/conversations/lead/`))
  return getConversation.answer.parse(await answer.json()).data.history
}

/** Navigates from the agents page to an agent's conversations. */
export const openConversationsOf = async (page: Page, agent: Agent): Promise<void> => {
  await page.goto('/agents')
  await page.getByRole('link', { name: agent.name, exact: true }).click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(page.getByRole('heading', { name: 'Conversas' })).toBeVisible()
}

/** Conversations in the list, newest first. */
export const rows = (page: Page): Locator => page.locator('a[href^="/chat/"]')

export const rowOf = (page: Page, path: string): Locator => page.locator(`a[href="${path}"]`)

export const thread = (page: Page): Locator => page.getByRole('log')

/** The header of the open conversation, with its badges and actions. */
export const threadHeader = (page: Page): Locator =>
  page.locator('header').filter({ has: page.getByRole('button', { name: 'Mais ações' }) })

export const composer = (page: Page): Locator => page.getByPlaceholder(/^Digite sua mensagem como /)

/** Opens the newest conversation of the SDR. */
export const openThread = async (page: Page): Promise<void> => {
  await openConversationsOf(page, await agentOf(page, 'SDR'))
  await rows(page).first().click()
  await expect(thread(page)).toBeVisible()
}

/** Opens a conversation of the SDR that contains a message of this type. */
export const openWith = async (page: Page, kind: string): Promise<void> => {
  for (const { _id, lead_id } of await conversationsOf(page, await agentOf(page, 'SDR'))) {
    const path = `/chat/${lead_id}/${_id}`
    if (!(await historyOf(page, path)).some(({ type }) => type === kind)) continue
    await page.goto(path)
    return expect(thread(page)).toBeVisible()
  }
  throw new Error(`The demo has no ${kind}`)
}

/** Opens the context menu of the speaker's last message. */
export const openMessageMenu = async (page: Page, speaker: string): Promise<void> => {
  await openThread(page)
  await expect(page.locator('[data-message-tools]')).toBeAttached()
  await thread(page).locator(speaker).last().click({ button: 'right' })
}

/** Types a message and sends it with Enter. */
export const say = async (page: Page, text: string): Promise<void> => {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** Chooses an entry of the thread's 'Mais ações' menu. */
export const choose = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
