import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import {
  agentOf,
  choose,
  composer,
  historyOf,
  openConversationsOf,
  rowOf,
  rows,
  say,
  thread,
  threadHeader,
} from '../support/chat.ts'
import type { Provider } from '../support/provider.ts'

/** Sends a message as a new lead and opens the conversation in the window. */
const openNewLead = async (page: Page, provider: Provider, text = 'Olá, tudo bem?') => {
  const agent = await agentOf(page, 'SDR')
  const lead = await provider.newLead(page, agent, text)
  await openConversationsOf(page, agent)
  await rowOf(page, lead.path).click()
  await expect(composer(page)).toBeEnabled()
  await expect(thread(page).getByText(text, { exact: true })).toBeVisible()
  return lead
}

test('AGENTS-03 LIST-08 LIST-11 a list is filtered by phone and by attention, and found again @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const lead = await openNewLead(page, provider)
  await choose(page, 'Necessita atenção')
  await expect(threadHeader(page).getByText('Necessita atenção', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Filtrar conversas' }).click()
  await page.getByRole('option', { name: 'Necessita atenção' }).click()
  await expect(rowOf(page, lead.path)).toBeVisible()
  await choose(page, 'Remover atenção')
  await expect(rowOf(page, lead.path)).toHaveCount(0)
  await page.getByRole('button', { name: 'Voltar', exact: true }).first().click()
  await expect(rowOf(page, lead.path)).toBeVisible()
})

test('EVENT-07 EVENT-10 LIST-26 a new lead comes to the top, and their next message into the open conversation @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'SDR')
  await openConversationsOf(page, agent)
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText(/conectando/i)).toHaveCount(0)
  const lead = await provider.newLead(page, agent, 'Sou novo por aqui')
  await expect(rows(page).first()).toHaveAttribute('href', lead.path, { timeout: 15_000 })
  await rowOf(page, lead.path).click()
  await expect(thread(page).getByText('Sou novo por aqui', { exact: true })).toBeVisible()
  await provider.listens(page, lead.path)
  await lead.says('E tenho uma pergunta')
  await expect(thread(page).getByText('E tenho uma pergunta', { exact: true })).toHaveCount(1)
})

test('MSG-04 MSG-05 MSG-06 MSG-08 EVENT-11 a message shows once here, once at a colleague, and once in the history @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const lead = await openNewLead(page, provider)
  const colleague = await windowOf('admin')
  await openConversationsOf(colleague, await agentOf(colleague, 'SDR'))
  await rowOf(colleague, lead.path).click()
  for (const window of [page, colleague]) await provider.listens(window, lead.path)
  for (const text of ['ok', 'ok', 'Deixa comigo.']) await say(page, text)
  for (const window of [page, colleague]) {
    await expect(thread(window).getByText('Deixa comigo.', { exact: true })).toHaveCount(1)
    await expect(thread(window).getByText('ok', { exact: true })).toHaveCount(2)
    await expect(window.getByText(/Enviando\.\.\.|Processando\.\.\./)).toHaveCount(0)
  }
  const manual = (await historyOf(page, lead.path)).filter((message) => message.manual)
  expect(manual.map(({ content }) => content)).toEqual(['ok', 'ok', 'Deixa comigo.'])
  await page.reload()
  await expect(thread(page).getByText('ok', { exact: true })).toHaveCount(2)
})

test('VIEW-18 EVENT-04 EVENT-05 EVENT-08 a colleague sees who is typing, and the typist does not @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const lead = await openNewLead(page, provider)
  const colleague = await windowOf('admin')
  await openConversationsOf(colleague, await agentOf(colleague, 'SDR'))
  await rowOf(colleague, lead.path).click()
  for (const window of [page, colleague]) await provider.listens(window, lead.path)
  await page.bringToFront()
  // The agent may be shown as typing as well.
  const personTypes = (window: Page) => window.getByText(/^(?!Clara \(IA\) está).*est(á|ão) digitando/)
  await composer(page).pressSequentially('Já res')
  await expect(personTypes(colleague).first()).toBeVisible()
  expect(await personTypes(page).count()).toBe(0)
  await composer(page).fill('')
  await expect(personTypes(colleague)).toHaveCount(0)
  await composer(page).pressSequentially('Já respondo')
  await expect(personTypes(colleague).first()).toBeVisible()
  await composer(page).press('Enter')
  await expect(thread(colleague).getByText('Já respondo', { exact: true })).toBeVisible()
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
  await choose(page, 'Necessita atenção')
  await choose(page, 'Arquivar')
  const badges = ['Necessita atenção', 'Arquivado'].map((text) => threadHeader(page).getByText(text, { exact: true }))
  for (const badge of badges) await expect(badge).toBeVisible()
  await page.reload()
  for (const badge of badges) await expect(badge).toBeVisible()
  await page.getByRole('button', { name: 'Iniciar agente' }).click()
  await choose(page, 'Remover atenção')
  await choose(page, 'Desarquivar o Lead')
  await expect(page.getByRole('button', { name: 'Pausar agente' })).toBeVisible()
  for (const badge of badges) await expect(badge).toHaveCount(0)
})

test('LIST-22 VIEW-30 what a lead writes counts as unread until somebody reads it @wide', async ({ windowOf, provider }) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'CLOSER')
  const lead = await provider.newLead(page, agent, 'Uma pergunta')
  await openConversationsOf(page, agent)
  const row = rowOf(page, lead.path)
  await expect(row.getByText(/^1\s*não lidas?$/)).toBeAttached()
  await row.click()
  await page.bringToFront()
  await expect(row.getByText(/não lida/)).toHaveCount(0)
  await page.reload()
  await expect(row).toBeVisible()
  await expect(row.getByText(/não lida/)).toHaveCount(0)
})
