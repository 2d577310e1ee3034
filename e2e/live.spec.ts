import { expect, test } from './fixtures.ts'
import { agentOf, composer, historyOf, openConversationsOf, rowOf, rows, say, thread } from './support/chat.ts'
import { leadComposer, leadSays, leadThread, openWebchat } from './support/lead.ts'

test('PROV-04 PROV-05 EVENT-07 EVENT-10 LIST-26 a lead writes, the agent answers, and the staff sees both live', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'SDR')
  await openConversationsOf(page, agent)
  await expect(rows(page).first()).toBeVisible()
  const before = await rows(page).first().getAttribute('href')

  const lead = await freshWindow()
  await openWebchat(lead, agent)
  await leadSays(lead, 'Oi, quero saber sobre um apartamento')

  // A new conversation appears at the top without a reload.
  await expect(rows(page).first()).not.toHaveAttribute('href', before ?? '')
  const path = (await rows(page).first().getAttribute('href')) ?? ''
  // Uses the keyboard: leads of other tests can move the rows between the press and the release of a mouse button.
  await page.locator(`a[href="${path}"]`).press('Enter')
  await expect(page).toHaveURL(path)
  await expect(thread(page).getByText('Oi, quero saber sobre um apartamento')).toBeVisible()

  // The agent answers automatically, and both windows show the same text.
  await expect.poll(async () => (await historyOf(page, path)).filter(({ role }) => role === 'AI').length).toBeGreaterThan(0)
  const answer = (await historyOf(page, path)).find(({ role }) => role === 'AI')?.content ?? ''
  const firstLine = answer.split('\n')[0] ?? ''
  await expect(leadThread(lead).getByText(firstLine).first()).toBeVisible()
  await expect(thread(page).getByText(firstLine).first()).toBeVisible()

  // The lead sees the staff member's answer without any action.
  await say(page, 'Aqui é a Ana, posso ajudar.')
  await expect(leadThread(lead).getByText('Aqui é a Ana, posso ajudar.')).toBeVisible()

  await leadSays(lead, 'Que bom, Ana!')
  await expect(thread(page).getByText('Que bom, Ana!')).toBeVisible()
})

test('a lead who comes back finds the conversation', async ({ windowOf, freshWindow }) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'CLOSER')
  const lead = await freshWindow()
  await openWebchat(lead, agent)
  await leadSays(lead, 'Volto já')
  await lead.reload()
  await expect(leadThread(lead).getByText('Volto já', { exact: true })).toHaveCount(1)
  await expect(leadComposer(lead)).toBeEnabled()
})

test('LIST-22 LIST-23 VIEW-30 PROV-02 what a lead writes counts as unread until somebody opens it', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'CLOSER')
  await openConversationsOf(page, agent)
  const lead = await freshWindow()
  await openWebchat(lead, agent)
  const before = await rows(page).first().getAttribute('href')
  await leadSays(lead, 'Uma pergunta')
  await expect(rows(page).first()).not.toHaveAttribute('href', before ?? '')
  const path = (await rows(page).first().getAttribute('href')) ?? ''
  const row = rowOf(page, path)
  await expect(row.getByText(/^1\s*não lidas?$/)).toBeAttached()
  await row.click()
  await page.bringToFront()
  await expect(rowOf(page, path).getByText(/não lida/)).toHaveCount(0)
})

test('VIEW-20 VIEW-21 VIEW-22 MSG-01 MSG-02 the composer sends what there is to send @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'SDR')
  await openConversationsOf(page, agent)
  const lead = await freshWindow()
  await openWebchat(lead, agent)
  const before = await rows(page).first().getAttribute('href')
  await leadSays(lead, 'Bom dia')
  await expect(rows(page).first()).not.toHaveAttribute('href', before ?? '')
  const path = (await rows(page).first().getAttribute('href')) ?? ''
  await rows(page).first().click()

  const send = page.getByRole('button', { name: 'Enviar' })
  await expect(send).toBeDisabled()
  await composer(page).fill('   ')
  await expect(send).toBeDisabled()
  await composer(page).press('Enter')
  await composer(page).fill('  primeira linha')
  await composer(page).press('Shift+Enter')
  await composer(page).pressSequentially('segunda linha  ')
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
  await expect(leadThread(lead).getByText('segunda linha')).toBeVisible()
  const manual = (await historyOf(page, path)).filter((message) => message.manual)
  expect(manual.map(({ content }) => content)).toEqual(['primeira linha\nsegunda linha'])
})
