import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import {
  chooseThreadAction,
  fetchAgentByType,
  fetchHistory,
  getComposer,
  getConversationRow,
  getConversationRows,
  getThread,
  getThreadHeader,
  openAgentConversations,
  typeAndSend,
} from '../support/chat.ts'
import type { PanelProvider } from '../support/provider.ts'

/** Sends a message as a new lead and opens the conversation in the window. */
const openNewLead = async (page: Page, provider: PanelProvider, text = 'Olá, tudo bem?') => {
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await provider.newLead(page, agent, text)
  await openAgentConversations(page, agent)
  await getConversationRow(page, lead.path).click()
  await expect(getComposer(page)).toBeEnabled()
  await expect(getThread(page).getByText(text, { exact: true })).toBeVisible()
  return lead
}

test('AGENTS-03 LIST-08 LIST-11 a list is filtered by phone and by attention, and found again @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const lead = await openNewLead(page, provider)
  await chooseThreadAction(page, 'Necessita atenção')
  await expect(getThreadHeader(page).getByText('Necessita atenção', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Filtrar conversas' }).click()
  await page.getByRole('option', { name: 'Necessita atenção' }).click()
  await expect(getConversationRow(page, lead.path)).toBeVisible()
  await chooseThreadAction(page, 'Remover atenção')
  await expect(getConversationRow(page, lead.path)).toHaveCount(0)
  await page.getByRole('button', { name: 'Voltar', exact: true }).first().click()
  await expect(getConversationRow(page, lead.path)).toBeVisible()
})

test('EVENT-07 EVENT-10 LIST-26 a new lead comes to the top, and their next message into the open conversation @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  await expect(getConversationRows(page).first()).toBeVisible()
  await expect(page.getByText(/conectando/i)).toHaveCount(0)
  const lead = await provider.newLead(page, agent, 'Sou novo por aqui')
  await expect(getConversationRows(page).first()).toHaveAttribute('href', lead.path, { timeout: 15_000 })
  await getConversationRow(page, lead.path).click()
  await expect(getThread(page).getByText('Sou novo por aqui', { exact: true })).toBeVisible()
  await provider.listens(page, lead.path)
  await lead.says('E tenho uma pergunta')
  await expect(getThread(page).getByText('E tenho uma pergunta', { exact: true })).toHaveCount(1)
})

test('MSG-04 MSG-05 MSG-06 MSG-08 EVENT-11 a message shows once here, once at a colleague, and once in the history @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const lead = await openNewLead(page, provider)
  const colleague = await windowOf('admin')
  await openAgentConversations(colleague, await fetchAgentByType(colleague, 'SDR'))
  await getConversationRow(colleague, lead.path).click()
  for (const window of [page, colleague]) await provider.listens(window, lead.path)
  for (const text of ['ok', 'ok', 'Deixa comigo.']) await typeAndSend(page, text)
  for (const window of [page, colleague]) {
    await expect(getThread(window).getByText('Deixa comigo.', { exact: true })).toHaveCount(1)
    await expect(getThread(window).getByText('ok', { exact: true })).toHaveCount(2)
    await expect(window.getByText(/Enviando\.\.\.|Processando\.\.\./)).toHaveCount(0)
  }
  const manual = (await fetchHistory(page, lead.path)).filter((message) => message.manual)
  expect(manual.map(({ content }) => content)).toEqual(['ok', 'ok', 'Deixa comigo.'])
  await page.reload()
  await expect(getThread(page).getByText('ok', { exact: true })).toHaveCount(2)
})

test('VIEW-18 EVENT-04 EVENT-05 EVENT-08 a colleague sees who is typing, and the typist does not @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const lead = await openNewLead(page, provider)
  const colleague = await windowOf('admin')
  await openAgentConversations(colleague, await fetchAgentByType(colleague, 'SDR'))
  await getConversationRow(colleague, lead.path).click()
  for (const window of [page, colleague]) await provider.listens(window, lead.path)
  await page.bringToFront()
  // The agent may be shown as typing as well.
  const personTypes = (window: Page) => window.getByText(/^(?!Clara \(IA\) está).*est(á|ão) digitando/)
  await getComposer(page).pressSequentially('Já res')
  await expect(personTypes(colleague).first()).toBeVisible()
  expect(await personTypes(page).count()).toBe(0)
  await getComposer(page).fill('')
  await expect(personTypes(colleague)).toHaveCount(0)
  await getComposer(page).pressSequentially('Já respondo')
  await expect(personTypes(colleague).first()).toBeVisible()
  await getComposer(page).press('Enter')
  await expect(getThread(colleague).getByText('Já respondo', { exact: true })).toBeVisible()
  await expect(personTypes(colleague)).toHaveCount(0)
})

test('VIEW-10 VIEW-12 VIEW-13 VIEW-15 pause, attention and archive change, and hold through a reload @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  await openNewLead(page, provider)
  await page.getByRole('button', { name: 'Pausar agente' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar agente' })).toBeVisible()
  await chooseThreadAction(page, 'Necessita atenção')
  await chooseThreadAction(page, 'Arquivar')
  const badges = ['Necessita atenção', 'Arquivado'].map((text) => getThreadHeader(page).getByText(text, { exact: true }))
  for (const badge of badges) await expect(badge).toBeVisible()
  await page.reload()
  for (const badge of badges) await expect(badge).toBeVisible()
  await page.getByRole('button', { name: 'Iniciar agente' }).click()
  await chooseThreadAction(page, 'Remover atenção')
  await chooseThreadAction(page, 'Desarquivar o Lead')
  await expect(page.getByRole('button', { name: 'Pausar agente' })).toBeVisible()
  for (const badge of badges) await expect(badge).toHaveCount(0)
})

test('LIST-22 VIEW-30 what a lead writes counts as unread until somebody reads it @wide', async ({ windowOf, provider }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'CLOSER')
  const lead = await provider.newLead(page, agent, 'Uma pergunta')
  await openAgentConversations(page, agent)
  const row = getConversationRow(page, lead.path)
  await expect(row.getByText(/^1\s*não lidas?$/)).toBeAttached()
  await row.click()
  await page.bringToFront()
  await expect(row.getByText(/não lida/)).toHaveCount(0)
  await page.reload()
  await expect(row).toBeVisible()
  await expect(row.getByText(/não lida/)).toHaveCount(0)
})
