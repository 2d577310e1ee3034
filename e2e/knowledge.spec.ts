import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessibleInAllViews } from './support/accessibility.ts'
import { fetchAgentByType, fetchConversations, getThread, typeAndSend } from './support/chat.ts'
import { getLeadThread, openWebchat, sendAsLead } from './support/lead.ts'

const sources = (page: Page) => page.getByRole('list', { name: 'Fontes' })
const questions = (page: Page) => page.getByRole('list', { name: 'Perguntas sem resposta' })
const getSourceRow = (page: Page, title: string) => sources(page).locator(':scope > li').filter({ hasText: title })

const openKnowledge = async (page: Page) => {
  await page.goto('/agents')
  await page.getByRole('link', { name: 'Configurar Clara' }).click()
  await page.getByRole('link', { name: 'Conhecimento', exact: true }).click()
  await expect(sources(page)).toBeVisible()
}

const addSource = async (page: Page, kind: string, title: string, text: string) => {
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('menuitem', { name: kind }).click()
  const dialog = page.getByRole('dialog', { name: kind })
  await dialog.getByLabel('Nome da fonte').fill(title)
  await dialog.getByRole('textbox').nth(1).fill(text)
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expect(dialog).toHaveCount(0)
}

/**
 * Sends a message to Clara as a new lead.
 * @returns the path of its conversation
 */
const sendAsNewLead = async (page: Page, lead: Page, text: string): Promise<string> => {
  const agent = await fetchAgentByType(page, 'SDR')
  const before = new Set((await fetchConversations(page, agent)).map(({ _id }) => _id))
  await openWebchat(lead, agent)
  await sendAsLead(lead, text)
  const made = async () =>
    (await fetchConversations(page, agent)).find(({ _id, last_message_from }) => !before.has(_id) && last_message_from)
  await expect.poll(made).toBeDefined()
  const found = await made()
  return `/chat/${found?.lead_id}/${found?._id}`
}

const openAnswerBasis = async (page: Page, text: string) => {
  // The thread handles clicks once its message tools have loaded.
  await expect(page.locator('[data-message-tools]')).toBeAttached()
  await getThread(page).getByText(text).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'De onde veio' }).click()
  const dialog = page.getByRole('dialog', { name: 'De onde veio' })
  await expect(dialog.getByRole('list', { name: 'Trechos' })).toBeVisible()
  return dialog
}

test('KNOW-01 KNOW-13 what is added is tried, said to a lead word for word, and shown as where it came from', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  await openKnowledge(page)
  const answer = 'Temos bicicletário coberto com trinta vagas, no térreo.'
  await addSource(page, 'Perguntas e respostas', 'Bicicletas', `P: Tem bicicletário?\nR: ${answer}\n\nP: Alugam bicicletas?`)
  const row = getSourceRow(page, 'Bicicletas')
  await expect(row).toContainText('Pronto')
  await expect(row).toContainText('1 trecho · Todos os agentes')
  await expect(row).toContainText('alterada por Ana Souza')
  await row.getByText('1 aviso da leitura').click()
  await expect(row).toContainText('“Alugam bicicletas?” ficou sem resposta e não entrou.')

  await page.getByLabel('Pergunta', { exact: true }).fill('vcs tem bicicletario?')
  await page.getByRole('button', { name: 'Perguntar' }).click()
  await expect(page.getByRole('region', { name: 'O trecho em que se apoia' })).toContainText('Bicicletas')
  await page.getByLabel('Pergunta', { exact: true }).fill('vocês têm heliponto?')
  await page.getByRole('button', { name: 'Perguntar' }).click()
  await expect(page.getByText('Nada no conhecimento responde a isso.')).toBeVisible()

  const lead = await freshWindow()
  const path = await sendAsNewLead(page, lead, 'oi! tem bicicletário?')
  await expect(getLeadThread(lead).getByText(answer)).toBeVisible()
  await page.goto(path)
  const dialog = await openAnswerBasis(page, answer)
  await expect(dialog).toContainText('Bicicletas')
  await expect(dialog).toContainText('Tem bicicletário?')
  await expect(dialog).not.toContainText('Fonte alterada desde então')
  await dialog.getByRole('link', { name: 'Abrir o conhecimento' }).click()

  await page.getByRole('button', { name: 'Ações de Bicicletas' }).click()
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  const editor = page.getByRole('dialog', { name: 'Editar “Bicicletas”' })
  await editor.getByLabel(/^Perguntas e respostas/).fill('P: Tem bicicletário?\nR: Está em obras.')
  await editor.getByRole('button', { name: 'Salvar' }).click()
  await expect(row).toContainText('Pronto')
  await page.goto(path)
  const later = await openAnswerBasis(page, answer)
  await expect(later).toContainText('Fonte alterada desde então')
  await expect(later).toContainText(answer)
})

test('KNOW-15 KNOW-16 what nobody knew comes up by itself with what a person answered; approved with `a`, the next lead is told @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  await openKnowledge(page)
  const lead = await freshWindow()
  const path = await sendAsNewLead(page, lead, 'vocês têm piscina aquecida?')
  const row = questions(page).getByRole('listitem').filter({ hasText: 'piscina aquecida' })
  await expect(row).toContainText('erguntada 1 vez')
  await expect(row.getByRole('button', { name: 'Aprovar' })).toHaveCount(0)

  const answer = 'A piscina aquecida fica no Jardim Europa e abre o ano todo.'
  const colleague = await windowOf('admin')
  await colleague.goto(path)
  await typeAndSend(colleague, answer)
  await expect(getLeadThread(lead).getByText(answer)).toBeVisible()
  await expect(row).toContainText(answer)
  await row.getByRole('button', { name: 'Escrever resposta' }).focus()
  await page.keyboard.press('a')
  await expect(row).toHaveCount(0)
  await expect(getSourceRow(page, 'Aprendido com a equipe')).toContainText('Pronto')

  const next = await freshWindow()
  await sendAsNewLead(page, next, 'a piscina é aquecida?')
  await expect(getLeadThread(next).getByText(answer)).toBeVisible()
})

test('KNOW-09 a file is brought and answered from; what is none says so; KNOW-14 a page that is nobody’s but ours is refused', async ({
  windowOf,
}) => {
  const page = await windowOf('staff')
  await openKnowledge(page)
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('menuitem', { name: 'Arquivo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Arquivo' })
  const picker = dialog.locator('input[type=file]')
  const give = (name: string, text: string) =>
    picker.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
  await give('regras da piscina.pdf', 'GIF89a nada')
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expect(dialog.getByText('Envie PDF, DOCX, XLSX, CSV ou TXT.')).toBeVisible()
  await give('regras da piscina.txt', 'Horário\n\nA sauna do clube abre das 6h às 21h, menos às segundas.')
  await expect(dialog.getByLabel('Nome da fonte')).toHaveValue('regras da piscina')
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expect(dialog).toHaveCount(0)
  const row = getSourceRow(page, 'regras da piscina.txt')
  await expect(row).toContainText('Pronto')
  await expect(row).toContainText('Arquivo · 1 trecho')
  await page.getByLabel('Pergunta', { exact: true }).fill('que horas abre a sauna?')
  await page.getByRole('button', { name: 'Perguntar' }).click()
  await expect(page.getByRole('region', { name: 'O trecho em que se apoia' })).toContainText('das 6h às 21h')

  // Misread text is corrected in the source itself.
  await row.getByRole('button', { name: 'regras da piscina', exact: true }).click()
  const read = page.getByRole('dialog', { name: 'regras da piscina' })
  await read.getByRole('button', { name: /^Editar/ }).click()
  await read.getByRole('textbox', { name: /^Trecho/ }).fill('A sauna do clube abre das 7h às 21h.')
  await read.getByRole('button', { name: 'Salvar trecho' }).click()
  await expect(read.getByText('Corrigido à mão')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Perguntar' }).click()
  await expect(page.getByRole('region', { name: 'O trecho em que se apoia' })).toContainText('das 7h às 21h')

  await page.getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('menuitem', { name: 'Página do site' }).click()
  const form = page.getByRole('dialog', { name: 'Página do site' })
  await form.getByLabel('Nome da fonte').fill('Por dentro')
  await form.getByLabel('Endereço da página').fill('http://169.254.169.254/latest/meta-data/')
  await form.getByLabel('Ler de novo').selectOption('Todo dia')
  await form.getByRole('button', { name: 'Adicionar' }).click()
  await expect(form).toHaveCount(0)
  await expect(getSourceRow(page, 'Por dentro')).toContainText('Este endereço não é público.')
  await expect(getSourceRow(page, 'Por dentro')).toContainText('169.254.169.254/latest/meta-data · lida todo dia')
})

test('an operator reads what an agent knows and changes nothing @wide', async ({ windowOf }) => {
  const page = await windowOf('operator')
  const agent = await fetchAgentByType(page, 'SDR')
  await page.goto(`/agents/${agent._id}/conhecimento`)
  await expect(sources(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Adicionar' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Comportamento' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Perguntas frequentes', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Trechos' }).getByRole('listitem').first()).toBeVisible()
})

test('the knowledge of an agent is accessible @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const view = async (name: RegExp) => {
    const choice = page.getByRole('radio', { name })
    if (await choice.isVisible()) await page.locator('label').filter({ has: choice }).click()
  }
  await expectAccessibleInAllViews(page, async () => {
    await openKnowledge(page)
    await expect(
      questions(page)
        .or(page.getByRole('radio', { name: 'Fontes' }))
        .first(),
    ).toBeAttached()
  })
  await expectAccessibleInAllViews(page, async () => {
    await openKnowledge(page)
    await view(/^Perguntas/)
    await page.getByRole('button', { name: 'Escrever resposta' }).first().click()
  })
  await expectAccessibleInAllViews(page, async () => {
    await openKnowledge(page)
    await view(/^Experimentar/)
    await page.getByLabel('Pergunta', { exact: true }).fill('quanto custa o studio paulista?')
    await page.getByRole('button', { name: 'Perguntar' }).click()
    await expect(page.getByRole('region', { name: 'O trecho em que se apoia' })).toBeVisible()
  })
  await expectAccessibleInAllViews(page, async () => {
    await openKnowledge(page)
    await page.getByRole('button', { name: 'Adicionar' }).click()
    await page.getByRole('menuitem', { name: 'Planilha de produtos' }).click()
    await page.getByRole('switch', { name: 'Todos os agentes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }).click()
    await expect(page.getByText('Dê um nome a esta fonte.')).toBeVisible()
  })
})

test('KNOW-12 a newcomer who asks for a home gets its photo with name, price and link; the team sees the same, and where it came from @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const lead = await freshWindow()
  const address = await sendAsNewLead(page, lead, 'Oi! Quanto custa o apto da Vila Flora?')
  const words = 'Residencial Vila Flora, apto 34: R$ 640.000,00. https://aurora.test/imoveis/vila-flora-34'
  const bubble = getLeadThread(lead).locator('.bubble').filter({ hasText: words })
  const picture = bubble.getByRole('img', { name: 'Imagem' })
  await expect(picture).toBeVisible({ timeout: 15_000 })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  await expect(getLeadThread(lead).getByRole('img', { name: 'Imagem' })).toHaveCount(1)
  await expect(getLeadThread(lead).getByText('640.000')).toHaveCount(1)

  await page.goto(address)
  await expect(getThread(page).getByRole('button', { name: 'Imagem' })).toHaveCount(1)
  await expect(await openAnswerBasis(page, words)).toContainText('Imóveis à venda')
})
