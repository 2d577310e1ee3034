import type { Page } from '@playwright/test'
import { buildAccountWebhook } from '../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { expect } from './fixtures.ts'
import { expectAccessible, expectAccessibleInAllViews } from './support/accessibility.ts'
import { fetchAgentByType, fetchConversations, getThread } from './support/chat.ts'
import { confirmPasswordByCall } from './support/confirm-password.ts'
import { META_NUMBER, META_TOKEN, type MetaNumberDouble } from './support/meta-number-double.ts'
import { createMetaTest } from './support/meta-test.ts'
import { POINTER_TYPES, runWithPointer } from './support/pointer-types.ts'
import { findSmallTargets } from './support/small-targets.ts'

/** Test with the product connected to the Meta double and a linked number. */
const test = createMetaTest()
test.describe.configure({ mode: 'serial' })

const LEAD = { phone: '5521988887777', name: 'Sheena Nelson' }
const getWhatsappCard = (page: Page) => page.getByRole('region', { name: 'WhatsApp', exact: true })
const getTemplateList = (page: Page) => page.getByRole('list', { name: 'Modelos' })
const getTemplateRow = (page: Page, name: string) => getTemplateList(page).getByRole('listitem').filter({ hasText: name })

const openTemplates = async (page: Page) => {
  await page.goto('/settings/numeros')
  await getWhatsappCard(page)
    .getByRole('link', { name: `Modelos de ${META_NUMBER.shown}` })
    .click()
  await expect(getTemplateList(page)).toBeVisible()
}

/**
 * Delivers a webhook about a template of the account.
 * @returns the server's HTTP status
 */
const deliverTemplateWebhook = async (meta: MetaNumberDouble, origin: string, name: string, field: string, value: object) => {
  const template = meta.templates.find((one) => one.name === name)
  const told = { message_template_id: template?.id, message_template_name: name, message_template_language: 'pt_BR', ...value }
  return meta.bring(origin, buildAccountWebhook(META_NUMBER.account, field, told))
}

test('TPL-04 TPL-05 TPL-06 the open list of a number follows what Meta tells within 2 s @wide', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  await confirmPasswordByCall(page)
  const agent = await fetchAgentByType(page, 'SDR')
  await page.goto('/settings/numeros')
  await getWhatsappCard(page).getByRole('button', { name: 'Conectar WhatsApp' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ligar número' })
  await dialog.getByLabel(/Agente que atende/).selectOption(agent._id)
  await dialog.getByLabel(/ID do número/).fill(META_NUMBER.id)
  await dialog.getByLabel(/ID da conta/).fill(META_NUMBER.account)
  await dialog.getByLabel(/Token de acesso/).fill(META_TOKEN)
  await dialog.getByRole('button', { name: 'Ligar número' }).click()
  await expect(dialog).toBeHidden()
  await openTemplates(page)
  await expect(getTemplateRow(page, 'Retomar conversa')).toContainText('Aprovado')
  const within = { timeout: 2_000 }
  const told = (field: string, value: object) => deliverTemplateWebhook(meta, product.url, 'retomar_conversa', field, value)
  expect(await told('message_template_status_update', { event: 'PAUSED', other_info: { title: 'FIRST_PAUSE' } })).toBe(200)

  await expect(getTemplateRow(page, 'Retomar conversa')).toContainText(/Pausado até (\d\d\/\d\d, )?\d\d:\d\d/, within)
  await told('template_category_update', { new_category: 'UTILITY', correct_category: 'MARKETING' })
  await expect(getTemplateRow(page, 'Retomar conversa')).toContainText(
    'Passa de Utilidade para Marketing em 24 h: o preço muda.',
    within,
  )
  await told('message_template_quality_update', { previous_quality_score: 'GREEN', new_quality_score: 'RED' })
  await expect(getTemplateRow(page, 'Retomar conversa')).toContainText('Qualidade baixa', within)
  await deliverTemplateWebhook(meta, product.url, 'novidades_do_mes', 'message_template_status_update', {
    event: 'REJECTED',
    reason: 'INVALID_FORMAT',
  })
  await expect(getTemplateRow(page, 'Novidades do mes')).toContainText('Recusado: o formato é inválido', within)
})

test('TPL-02 TPL-03 a template is written beside its message, refused at its field, and goes to Meta with the example of its header @wide', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  await openTemplates(page)
  const open = async () => {
    await openTemplates(page)
    await page.getByRole('button', { name: 'Criar modelo' }).click()
    const form = page.getByRole('form', { name: 'Novo modelo' })
    await form.getByLabel(/^Nome/).fill('Proposta de visita!')
    await form.getByLabel('Cabeçalho').selectOption('Foto')
    await form.getByLabel(/^Texto/).fill('{{1}}, segue a proposta da visita de {{2}}.')
    await form.getByRole('button', { name: 'Resposta rápida' }).click()
    await form.getByRole('button', { name: 'Endereço' }).click()
    await form.getByRole('button', { name: 'Enviar para análise' }).click()
    await expect(form.getByText(/não pode começar nem terminar com um campo/)).toBeVisible()
    return form
  }
  await expectAccessibleInAllViews(page, async () => {
    await open()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  const form = await open()
  await expect(form.getByText('Use só letras minúsculas sem acento, números e “_”.')).toBeVisible()
  await expect(form.getByText('Escolha um arquivo de exemplo: a Meta pede.')).toBeVisible()
  await form.getByLabel(/^Nome/).fill('proposta_de_visita')
  await form.getByLabel(/^Texto \*?$/).fill('Oi {{1}}, segue a proposta da visita de {{2}}.')
  await form.getByLabel(/^Exemplo de \{\{1\}\}/).fill('Sheena')
  await form.getByLabel(/^Exemplo de \{\{2\}\}/).fill('sexta')
  const bubble = page.getByRole('region', { name: 'Prévia da mensagem' })
  await expect(bubble).toContainText('Oi Sheena, segue a proposta da visita de sexta.')
  await form
    .getByLabel(/^Texto do botão/)
    .first()
    .fill('Confirmo')
  await form
    .getByLabel(/^Texto do botão/)
    .last()
    .fill('Ver no mapa')
  await form.getByLabel(/^Endereço/).fill('https://aurora.example/visita/{{1}}')
  await form.getByLabel(/^Exemplo de \{\{1\}\} no endereço/).fill('abc')
  const picture = await page.screenshot()
  await form.getByLabel('Escolher foto').setInputFiles({ name: 'fachada.png', mimeType: 'image/png', buffer: picture })
  await expect(form.getByText('fachada.png')).toBeVisible()
  meta.exampleCuts.push(2_000)
  await form.getByRole('button', { name: 'Enviar para análise' }).click()
  await expect(getTemplateRow(page, 'Proposta de visita')).toContainText('Em análise')
  const [example] = [...meta.examples.values()]
  expect(example?.tries.map(({ offset }) => offset)).toEqual([0, 2_000])
  const made = meta.templates.find(({ name }) => name === 'proposta_de_visita')
  expect(made?.components[0]).toEqual({ type: 'HEADER', format: 'IMAGE', example: { header_handle: [example?.handle] } })
  if (made) made.status = 'APPROVED'
  await deliverTemplateWebhook(meta, product.url, 'proposta_de_visita', 'message_template_status_update', { event: 'APPROVED' })
  await expect(getTemplateRow(page, 'Proposta de visita')).toContainText('Aprovado')
})

test('TPL-01 it reopens a conversation with a photo that is chosen, and one that Meta has paused meanwhile cannot be chosen @wide', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('operator')
  const agent = await fetchAgentByType(page, 'SDR')
  const said = { type: 'text', text: { body: 'Ainda tem o apartamento?' } }
  expect(await meta.deliver(product.url, LEAD, 'wamid.IN1', said, 30)).toBe(200)
  const find = async () => (await fetchConversations(page, agent, `?phone=${LEAD.phone}`)).at(0)
  await expect.poll(async () => (await find())?._id).toBeTruthy()
  const found = await find()
  await page.goto(`/chat/${found?.lead_id}/${found?._id}`)
  await page.getByRole('button', { name: 'Reabrir com modelo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reabrir com modelo' })
  await expect(dialog.getByText('A Meta recusou este modelo: o formato é inválido.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Novidades/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: /Proposta de visita/ }).click()
  const picture = await page.screenshot({ type: 'jpeg' })
  await dialog.getByLabel('Escolher foto').setInputFiles({ name: 'fachada.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(dialog.getByText('fachada.jpg')).toBeVisible()
  await dialog.getByLabel(/Campo 1/).fill('Sheena')
  await dialog.getByLabel(/Campo 2/).fill('sexta')
  await dialog.getByLabel(/Fim do endereço/).fill('42')
  await dialog.getByRole('button', { name: 'Enviar modelo' }).click()
  await expect(dialog).toBeHidden()
  const bubble = getThread(page).locator('[data-speaker]').filter({ hasText: 'segue a proposta da visita de sexta' })
  await expect(bubble.getByText('Enviada')).toBeAttached()
  await expect(bubble.getByRole('img', { name: 'Imagem' })).toBeVisible()
  const sent = meta.accepted.find(({ body }) => body.type === 'template')?.body.template
  expect(sent?.components).toEqual([
    { type: 'header', parameters: [{ type: 'image', image: { id: meta.uploads.at(-1)?.id } }] },
    {
      type: 'body',
      parameters: [
        { type: 'text', text: 'Sheena' },
        { type: 'text', text: 'sexta' },
      ],
    },
    { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '42' }] },
  ])
})

test('TPL-01 it reopens a conversation with a place that is chosen, which the lead gets in the header and the thread shows @wide', async ({
  windowOf,
  product,
  meta,
}) => {
  const components = [
    { type: 'HEADER', format: 'LOCATION' },
    { type: 'BODY', text: 'Oi {{1}}, esperamos você aqui.' },
  ]
  const made = { id: '9007199254741990', language: 'pt_BR', status: 'APPROVED', category: 'UTILITY' }
  meta.templates.push({ ...made, name: 'como_chegar', components })
  expect(
    await deliverTemplateWebhook(meta, product.url, 'como_chegar', 'message_template_status_update', { event: 'APPROVED' }),
  ).toBe(200)
  const page = await windowOf('operator')
  const agent = await fetchAgentByType(page, 'SDR')
  const found = (await fetchConversations(page, agent, `?phone=${LEAD.phone}`)).at(0)
  await page.goto(`/chat/${found?.lead_id}/${found?._id}`)
  await page.getByRole('button', { name: 'Reabrir com modelo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reabrir com modelo' })
  await dialog.getByRole('button', { name: /Como chegar/ }).click()
  await dialog.getByLabel(/Campo 1/).fill('Sheena')
  await dialog.getByRole('button', { name: 'Enviar modelo' }).click()
  await expect(dialog.getByText('Digite o endereço do lugar.')).toBeVisible()
  await expectAccessible(page)
  const link = 'https://www.openstreetmap.org/#map=17/-23.5874/-46.6576'
  await dialog.getByRole('textbox', { name: /Link do mapa/ }).fill(link)
  await dialog.getByRole('textbox', { name: /Nome do lugar/ }).fill('Parque Ibirapuera')
  await dialog.getByRole('textbox', { name: /Endereço/ }).fill('Portão 10')
  await expect(dialog.getByRole('link', { name: 'Conferir no mapa' })).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Prévia da mensagem' })).toContainText('Parque IbirapueraPortão 10Oi Sheena')
  await dialog.getByRole('button', { name: 'Enviar modelo' }).click()
  await expect(dialog).toBeHidden()
  const bubble = getThread(page).locator('[data-speaker]').filter({ hasText: 'Oi Sheena, esperamos você aqui.' })
  await expect(bubble.getByText('Enviada')).toBeAttached()
  await expect(bubble.getByRole('link', { name: 'Parque Ibirapuera' })).toHaveAttribute('href', /-23\.5874/)
  const place = { latitude: '-23.5874', longitude: '-46.6576', name: 'Parque Ibirapuera', address: 'Portão 10' }
  expect(meta.accepted.at(-1)?.body.template?.components).toEqual([
    { type: 'header', parameters: [{ type: 'location', location: place }] },
    { type: 'body', parameters: [{ type: 'text', text: 'Sheena' }] },
  ])
})

test('a number’s templates, their editor and the dialog that sends one are met by every hand, at the edge of all pages @wide', async ({
  browser,
  windowOf,
  provider,
  signedIn,
}) => {
  const page = await windowOf('staff')
  const leftOfTitle = () => page.getByRole('heading', { level: 1 }).evaluate((title) => title.getBoundingClientRect().left)
  await page.goto('/agents')
  const edge = await leftOfTitle()
  await openTemplates(page)
  expect(await leftOfTitle()).toBe(edge)
  const found = (await fetchConversations(page, await fetchAgentByType(page, 'SDR'), `?phone=${LEAD.phone}`)).at(0)
  const storageState = await signedIn('staff')
  for (const hand of POINTER_TYPES)
    await runWithPointer({ browser, provider, hand, storageState }, async (held) => {
      await openTemplates(held)
      expect(await findSmallTargets(held, hand.least), `templates under ${hand.name}`).toEqual([])
      await held.getByRole('button', { name: 'Criar modelo' }).click()
      await expect(held.getByRole('form', { name: 'Novo modelo' })).toBeVisible()
      expect(await findSmallTargets(held, hand.least), `their editor under ${hand.name}`).toEqual([])
      await held.goto(`/chat/${found?.lead_id}/${found?._id}`)
      await held.getByRole('button', { name: 'Reabrir com modelo' }).click()
      await held
        .getByRole('dialog')
        .getByRole('button', { name: /Como chegar/ })
        .first()
        .click()
      await expect(held.getByLabel(/Campo 1/)).toBeVisible()
      expect(await findSmallTargets(held, hand.least, '[role=dialog]'), `the dialog under ${hand.name}`).toEqual([])
    })
})
