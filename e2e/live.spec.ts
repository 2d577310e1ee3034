import { expect, test } from './fixtures.ts'
import {
  fetchAgentByType,
  fetchHistory,
  getComposer,
  getConversationRow,
  getConversationRows,
  getThread,
  openAgentConversations,
  typeAndSend,
} from './support/chat.ts'
import { getLeadComposer, getLeadThread, openWebchat, sendAsLead } from './support/lead.ts'

test('PROV-04 PROV-05 EVENT-07 EVENT-10 LIST-26 a lead writes, the agent answers, and the staff sees both live', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  await expect(getConversationRows(page).first()).toBeVisible()
  const before = await getConversationRows(page).first().getAttribute('href')

  const lead = await freshWindow()
  await openWebchat(lead, agent)
  await sendAsLead(lead, 'Oi, quero saber sobre um apartamento')

  // A new conversation appears at the top without a reload.
  await expect(getConversationRows(page).first()).not.toHaveAttribute('href', before ?? '')
  const path = (await getConversationRows(page).first().getAttribute('href')) ?? ''
  // Uses the keyboard: leads of other tests can move the rows between the press and the release of a mouse button.
  await page.locator(`a[href="${path}"]`).press('Enter')
  await expect(page).toHaveURL(path)
  await expect(getThread(page).getByText('Oi, quero saber sobre um apartamento')).toBeVisible()

  // The agent answers automatically, and both windows show the same text.
  await expect.poll(async () => (await fetchHistory(page, path)).filter(({ role }) => role === 'AI').length).toBeGreaterThan(0)
  const answer = (await fetchHistory(page, path)).find(({ role }) => role === 'AI')?.content ?? ''
  const firstLine = answer.split('\n')[0] ?? ''
  await expect(getLeadThread(lead).getByText(firstLine).first()).toBeVisible()
  await expect(getThread(page).getByText(firstLine).first()).toBeVisible()

  // The lead sees the staff member's answer without any action.
  await typeAndSend(page, 'Aqui é a Ana, posso ajudar.')
  await expect(getLeadThread(lead).getByText('Aqui é a Ana, posso ajudar.')).toBeVisible()

  await sendAsLead(lead, 'Que bom, Ana!')
  await expect(getThread(page).getByText('Que bom, Ana!')).toBeVisible()
})

test('a lead who comes back finds the conversation', async ({ windowOf, freshWindow }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'CLOSER')
  const lead = await freshWindow()
  await openWebchat(lead, agent)
  await sendAsLead(lead, 'Volto já')
  await lead.reload()
  await expect(getLeadThread(lead).getByText('Volto já', { exact: true })).toHaveCount(1)
  await expect(getLeadComposer(lead)).toBeEnabled()
})

test('LIST-22 LIST-23 VIEW-30 PROV-02 what a lead writes counts as unread until somebody opens it', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'CLOSER')
  await openAgentConversations(page, agent)
  const lead = await freshWindow()
  await openWebchat(lead, agent)
  const before = await getConversationRows(page).first().getAttribute('href')
  await sendAsLead(lead, 'Uma pergunta')
  await expect(getConversationRows(page).first()).not.toHaveAttribute('href', before ?? '')
  const path = (await getConversationRows(page).first().getAttribute('href')) ?? ''
  const row = getConversationRow(page, path)
  await expect(row.getByText(/^1\s*não lidas?$/)).toBeAttached()
  await row.click()
  await page.bringToFront()
  await expect(getConversationRow(page, path).getByText(/não lida/)).toHaveCount(0)
})

test('VIEW-20 VIEW-21 VIEW-22 MSG-01 MSG-02 the composer sends what there is to send @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  const lead = await freshWindow()
  await openWebchat(lead, agent)
  const before = await getConversationRows(page).first().getAttribute('href')
  await sendAsLead(lead, 'Bom dia')
  await expect(getConversationRows(page).first()).not.toHaveAttribute('href', before ?? '')
  const path = (await getConversationRows(page).first().getAttribute('href')) ?? ''
  await getConversationRows(page).first().click()

  const send = page.getByRole('button', { name: 'Enviar' })
  await expect(send).toBeDisabled()
  await getComposer(page).fill('   ')
  await expect(send).toBeDisabled()
  await getComposer(page).press('Enter')
  await getComposer(page).fill('  primeira linha')
  await getComposer(page).press('Shift+Enter')
  await getComposer(page).pressSequentially('segunda linha  ')
  await getComposer(page).press('Enter')
  await expect(getComposer(page)).toHaveValue('')
  await expect(getLeadThread(lead).getByText('segunda linha')).toBeVisible()
  const manual = (await fetchHistory(page, path)).filter((message) => message.manual)
  expect(manual.map(({ content }) => content)).toEqual(['primeira linha\nsegunda linha'])
})
