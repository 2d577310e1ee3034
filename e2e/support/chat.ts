import { expect, type Locator, type Page } from '@playwright/test'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import type { Agent, AgentType } from '@prosa/contract/entities/agents/agent'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { getApiUrl } from './provider.ts'

/**
 * Returns the oldest agent of a type, using the window's session: earlier tests may have created others.
 * @throws if there is none
 */
export const fetchAgentByType = async (page: Page, type: AgentType): Promise<Agent> => {
  const answer = await page.request.get(`${getApiUrl(page)}/agents?sortBy=created_at&sortOrder=asc`)
  const agent = listAgents.answer.parse(await answer.json()).data.agents.find((candidate) => candidate.type === type)
  if (!agent) throw new Error(`The demo has no agent of type ${type}`)
  return agent
}

export const fetchConversations = async (page: Page, agent: Agent, query = ''): Promise<Conversation[]> => {
  const answer = await page.request.get(`${getApiUrl(page)}/conversations/agents/${agent._id}${query}`)
  return listConversations.answer.parse(await answer.json()).data.conversations
}

/** Returns the whole history stored on the server. */
export const fetchHistory = async (page: Page, path: string): Promise<Message[]> => {
  const answer = await page.request.get(path.replace(/^\/chat\//, `${getApiUrl(page)}/conversations/lead/`))
  return getConversation.answer.parse(await answer.json()).data.history
}

/** Navigates from the agents page to an agent's conversations. */
export const openAgentConversations = async (page: Page, agent: Agent): Promise<void> => {
  await page.goto('/agents')
  await page.getByRole('link', { name: agent.name, exact: true }).click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(page.getByRole('heading', { name: 'Conversas' })).toBeVisible()
}

/** Conversations in the list, newest first. */
export const getConversationRows = (page: Page): Locator => page.locator('a[href^="/chat/"]')

export const getConversationRow = (page: Page, path: string): Locator => page.locator(`a[href="${path}"]`)

export const getThread = (page: Page): Locator => page.getByRole('log')

/** The header of the open conversation, with its badges and actions. */
export const getThreadHeader = (page: Page): Locator =>
  page.locator('header').filter({ has: page.getByRole('button', { name: 'Mais ações' }) })

export const getComposer = (page: Page): Locator => page.getByPlaceholder(/^Digite sua mensagem como /)

/** Opens the newest conversation of the SDR. */
export const openNewestThread = async (page: Page): Promise<void> => {
  await openAgentConversations(page, await fetchAgentByType(page, 'SDR'))
  await getConversationRows(page).first().click()
  await expect(getThread(page)).toBeVisible()
}

/** Opens a conversation of the SDR that contains a message of this type. */
export const openThreadWithType = async (page: Page, kind: string): Promise<void> => {
  for (const { _id, lead_id } of await fetchConversations(page, await fetchAgentByType(page, 'SDR'))) {
    const path = `/chat/${lead_id}/${_id}`
    if (!(await fetchHistory(page, path)).some(({ type }) => type === kind)) continue
    await page.goto(path)
    return expect(getThread(page)).toBeVisible()
  }
  throw new Error(`The demo has no ${kind}`)
}

/** Opens the context menu of the speaker's last message. */
export const openMessageMenu = async (page: Page, speaker: string): Promise<void> => {
  await openNewestThread(page)
  await expect(page.locator('[data-message-tools]')).toBeAttached()
  await getThread(page).locator(speaker).last().click({ button: 'right' })
}

/** Types a message and sends it with Enter. */
export const typeAndSend = async (page: Page, text: string): Promise<void> => {
  await getComposer(page).fill(text)
  await getComposer(page).press('Enter')
}

/** Chooses an entry of the thread's 'Mais ações' menu. */
export const chooseThreadAction = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
