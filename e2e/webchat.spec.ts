import { randomUUID } from 'node:crypto'
import { openWebchat as openCall } from '@prosa/contract/calls/webchat/webchat'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { expect, test } from './fixtures.ts'
import { fetchAgentByType, getComposer, getThread, typeAndSend } from './support/chat.ts'
import { getLeadThread, openNewLeadConversation, openWebchat } from './support/lead.ts'
import { waitForRoomJoin } from './support/room-joins.ts'

test('a lead sees which person of the team writes, and that they are writing', async ({ windowOf, freshWindow }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  await waitForRoomJoin(page, await openNewLeadConversation(page, lead, agent, 'Tem alguém aí?'))
  const menu = await page.getByRole('button', { name: /menu de / }).getAttribute('aria-label')
  const [, first = ''] = /menu de (\S+)/.exec(menu ?? '') ?? []

  await page.bringToFront()
  await getComposer(page).pressSequentially('Boa tarde')
  await expect(lead.getByRole('status').filter({ hasText: `${first} está digitando…` })).toBeVisible()
  await typeAndSend(page, 'Boa tarde! Sou eu quem atende agora.')
  const said = getLeadThread(lead).getByRole('article').filter({ hasText: 'Sou eu quem atende agora.' })
  await expect(said.getByText(`${first}, da equipe`, { exact: true })).toBeVisible()
  await expect(lead.getByText(`${first} está digitando…`)).toHaveCount(0)

  // After a reload, the name is still shown for the team's messages and not for the lead's own.
  await lead.reload()
  await expect(said.getByText(`${first}, da equipe`, { exact: true })).toBeVisible()
  const own = getLeadThread(lead).getByRole('article').filter({ hasText: 'Tem alguém aí?' })
  await expect(own.getByText(/da equipe/)).toHaveCount(0)
  await expect(getThread(page).getByText('Boa tarde! Sou eu quem atende agora.', { exact: true })).toHaveCount(1)
})

test('MEDIA-21 the page of a lead brings the code for files and voices at the first press', async ({ windowOf, freshWindow }) => {
  const agent = await fetchAgentByType(await windowOf('staff'), 'SDR')
  const lead = await freshWindow()
  const late: string[] = []
  lead.on('request', (request) => {
    if (request.resourceType() === 'script' && /lazy-files|repackage/.test(request.url())) late.push(request.url())
  })
  await openWebchat(lead, agent)
  await lead.waitForLoadState('networkidle')
  expect(late).toEqual([])
  await lead.getByRole('button', { name: 'Gravar áudio' }).click()
  await expect.poll(() => late.length).toBeGreaterThan(0)
})

test('a lead scrolls up to what was said before, and stays where the reading was @wide', async ({ windowOf, freshWindow }) => {
  const page = await windowOf('admin')
  const agent = await fetchAgentByType(page, 'CLOSER')
  const lead = await freshWindow()
  await lead.setViewportSize({ width: 390, height: 600 })
  const path = await openNewLeadConversation(page, lead, agent, 'Primeira de todas')
  for (let at = 1; at <= 24; at++) {
    const sent = await page.request.post(path.replace(/^\/chat\//, '/api/conversations/lead/') + '/messages', {
      data: { content: `Opção ${at}: dois quartos, com varanda e vaga de garagem.` },
      headers: { [HTTP_HEADERS.requestTime]: new Date().toISOString(), [HTTP_HEADERS.idempotencyKey]: randomUUID() },
    })
    expect(sent.ok()).toBe(true)
  }

  // Cuts the first page of 100 messages to the newest ten; earlier ones must be requested from the server.
  await lead.route(new RegExp(`/api/webchat/${agent._id}$`), async (route) => {
    const answer = await route.fetch()
    const opened = openCall.answer.parse(await answer.json())
    const messages = opened.data.messages.slice(-10)
    await route.fulfill({ response: answer, json: { ...opened, data: { ...opened.data, messages } } })
  })
  await lead.reload()
  const log = getLeadThread(lead)
  await expect(log.getByText(/^Opção 24:/)).toBeInViewport()
  await expect(log.getByText('Primeira de todas', { exact: true })).toHaveCount(0)

  const older = lead.waitForResponse(/beforeSeq=/)
  await log.hover()
  await lead.mouse.wheel(0, -5_000)
  expect((await older).ok()).toBe(true)
  await expect(log.getByText('Primeira de todas', { exact: true })).toBeAttached()
  // The scroll position is unchanged.
  await expect(log.getByText(/^Opção 15:/)).toBeInViewport()
  await expect(log.getByText('Primeira de todas', { exact: true })).not.toBeInViewport()
  await lead.mouse.wheel(0, -20_000)
  await expect(log.getByText('Primeira de todas', { exact: true })).toBeInViewport()
  await expect(lead.getByRole('button', { name: 'Ver mensagens anteriores' })).toBeHidden()
  const options = (await log.getByText(/^Opção \d+:/).allInnerTexts()).map((text) => Number(/\d+/.exec(text)?.[0]))
  expect(options).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
})
