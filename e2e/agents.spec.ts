import { expect, test } from './fixtures.ts'
import { expectAccessibleInAllViews } from './support/accessibility.ts'
import { fetchAgentByType } from './support/chat.ts'

test('staff set up an agent, try it without writing anything, and are asked before leaving changes behind @wide', async ({
  windowOf,
}) => {
  const page = await windowOf('staff')
  await page.goto('/agents')
  await page.getByRole('link', { name: 'Configurar Bento' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Configurar Bento' })).toBeVisible()
  await expect(page.getByText(/Nenhum modelo de linguagem está configurado/)).toBeVisible()

  await page.getByLabel('Mensagem de teste').fill('oi, quero fechar negócio')
  await page.getByRole('button', { name: 'Testar' }).click()
  const log = page.getByRole('log', { name: 'Mensagens do teste' })
  await expect(log.getByText('O que o agente faria')).toBeVisible()
  await log.getByText('O que o agente faria').click()
  await expect(log).toContainText('roteiro escrito')

  await page.getByRole('textbox', { name: 'Persona' }).fill('Direto, sem pressa.')
  await page.getByRole('button', { name: 'Adicionar pergunta' }).click()
  await page.getByRole('textbox', { name: 'Pergunta 1' }).fill('Como prefere pagar?')
  await page.getByRole('link', { name: 'Agentes', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Bento foi salvo.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Persona' })).toHaveValue('Direto, sem pressa.')
  await expect(page.getByRole('textbox', { name: 'Pergunta 1' })).toHaveValue('Como prefere pagar?')
})

test('staff make an agent, which is in the list at once', async ({ windowOf }) => {
  const page = await windowOf('admin')
  await page.goto('/agents')
  await page.getByRole('link', { name: 'Novo agente' }).click()
  await expect(page.getByText(/Nenhum modelo de linguagem está configurado/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Iara')
  await page.getByRole('button', { name: 'Criar agente' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Configurar Iara' })).toBeVisible()
  await page.getByRole('link', { name: 'Agentes', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Iara', exact: true })).toBeVisible()
})

test('GUARD-05 an operator neither sees nor opens an agent’s settings', async ({ windowOf }) => {
  const page = await windowOf('operator')
  const agent = await fetchAgentByType(page, 'SDR')
  await page.goto('/agents')
  await expect(page.getByRole('link', { name: 'Clara', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Configurar/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Novo agente' })).toHaveCount(0)
  await page.goto(`/agents/${agent._id}`)
  await expect(page.getByText('Permissão insuficiente para acessar esta página.')).toBeVisible()
})

test('the settings of an agent are accessible @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await expectAccessibleInAllViews(page, async () => {
    await page.goto(`/agents/${agent._id}`)
    await expect(page.getByRole('textbox', { name: /^Nome/ })).toBeVisible()
    await page.getByRole('switch', { name: 'Informar o horário da equipe' }).click()
    await expect(page.getByRole('list', { name: 'Horários da equipe' })).toBeVisible()
    // Scrolled to the end, the bar with 'Salvar' must not cover anything.
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  })
})
