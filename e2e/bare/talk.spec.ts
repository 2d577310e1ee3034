import { allCalls } from '@prosa/contract/calls/all'
import { expect, test } from '../fixtures.ts'
import { SPECIFIED_CALLS } from '../support/bare-provider/specified-calls.ts'
import { fetchAgentByType, getComposer, getConversationRow, getThread, openAgentConversations } from '../support/chat.ts'

test('CALL-01 the contract has every specified call, by the same method and path', () => {
  const ours = new Set(allCalls.map(({ method, path }) => `${method} ${path}`))
  expect(SPECIFIED_CALLS.filter((call) => !ours.has(call))).toEqual([])
  expect(SPECIFIED_CALLS).toHaveLength(38)
})

test('EVENT-09 PROV-01 the agent is seen typing, by the specified event alone', async ({ windowOf, bare, provider }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const conversation = bare.leadArrives(agent._id, 'Quem responde?')
  const path = `/chat/${conversation.lead._id}/${conversation.id}`
  await openAgentConversations(page, agent)
  await getConversationRow(page, path).click()
  await provider.listens(page, path)
  await expect(async () => {
    bare.agentTypes(conversation, true)
    await expect(page.getByText('Clara (IA) está digitando').first()).toBeVisible({ timeout: 500 })
  }).toPass()
  bare.agentTypes(conversation, false)
  await expect(page.getByText('Clara (IA) está digitando')).toHaveCount(0)
})

test('VIEW-24 a whole history at once, and a conversation that is out of time', async ({ windowOf, bare }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  // Finds conversations by URL, because their position in the list depends on the latest messages.
  const addressOf = (name: string) => {
    const found = bare.world.conversations.find(({ lead }) => lead.name === name)
    return `/chat/${found?.lead._id}/${found?.id}`
  }
  await page.goto(addressOf('Longa Conversa'))
  await expect(getThread(page).getByText('Pergunta 300', { exact: true })).toBeInViewport()
  await getThread(page).evaluate((log) => {
    // The thread stays at its end unless the reader scrolls.
    log.dispatchEvent(new WheelEvent('wheel'))
    log.scrollTo(0, 0)
  })
  await expect(getThread(page).getByText('Resposta 1', { exact: true })).toBeVisible()
  await page.goto(addressOf('Fora do Prazo'))
  await expect(getComposer(page)).toBeDisabled()
})

test('SETTINGS-02 SETTINGS-05 TEXT-41 TEXT-42 the calendar is authorized and removed by the bare answers', async ({
  windowOf,
}) => {
  const page = await windowOf('staff')
  await page.goto('/user/settings')
  await page.getByRole('button', { name: 'Autorizar Google Calendar' }).click()
  await expect(page.getByText('Google Calendar autorizado com sucesso.')).toBeVisible()
  await expect(page.getByText('ana@agenda.test')).toBeVisible()
  await page.getByRole('button', { name: 'Remover autorização' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sim, Remover' }).click()
  await expect(page.getByText('Autorização removida com sucesso!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Autorizar Google Calendar' })).toBeVisible()
})
