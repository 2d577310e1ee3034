import { expect, type Locator, type Page } from '@playwright/test'
import { listAgents } from '@prosa/contract/calls/agents'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations'
import type { Agent, AgentType } from '@prosa/contract/entities/agent'
import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Message } from '@prosa/contract/entities/message'
import { apiOf } from './provider.ts'

/** The tenant's first agent of a type, asked with the session of the window: others of it may have been made by tests before. */
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

/** The whole history as the server has it. */
export const historyOf = async (page: Page, path: string): Promise<Message[]> => {
  const answer = await page.request.get(path.replace(/^\/chat\//, `${apiOf(page)}/conversations/lead/`))
  return getConversation.answer.parse(await answer.json()).data.history
}

/** From the agents page into an agent's conversations, as a person goes. */
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

/** The open conversation's own header, with its badges and actions. */
export const threadHeader = (page: Page): Locator =>
  page.locator('header').filter({ has: page.getByRole('button', { name: 'Mais ações' }) })

export const composer = (page: Page): Locator => page.getByPlaceholder(/^Digite sua mensagem como /)

/** Opens the newest conversation of the SDR. */
export const openThread = async (page: Page): Promise<void> => {
  await openConversationsOf(page, await agentOf(page, 'SDR'))
  await rows(page).first().click()
  await expect(thread(page)).toBeVisible()
}

/** Opens a conversation of the SDR in which such a message was sent. */
export const openWith = async (page: Page, kind: string): Promise<void> => {
  for (const { _id, lead_id } of await conversationsOf(page, await agentOf(page, 'SDR'))) {
    const path = `/chat/${lead_id}/${_id}`
    if (!(await historyOf(page, path)).some(({ type }) => type === kind)) continue
    await page.goto(path)
    return expect(thread(page)).toBeVisible()
  }
  throw new Error(`The demo has no ${kind}`)
}

/** Opens the menu of the last message of this speaker, as a pointer does. */
export const openMessageMenu = async (page: Page, speaker: string): Promise<void> => {
  await openThread(page)
  await expect(page.locator('[data-message-tools]')).toBeAttached()
  await thread(page).locator(speaker).last().click({ button: 'right' })
}

/** Writes to the lead and sends with Enter. */
export const say = async (page: Page, text: string): Promise<void> => {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** Opens the menu of the thread's further actions and chooses one. */
export const choose = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
