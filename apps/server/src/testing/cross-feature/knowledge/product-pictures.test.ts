import { updateAgent } from '@prosa/contract/calls/agents/agent'
import * as calls from '@prosa/contract/calls/agents/knowledge'
import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { openWebchat, sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AssistantPorts, answerTurn } from '../../../features/assistant/turn/turn-job.ts'
import { fetchPhotos } from '../../../features/knowledge/products/fetch-photos.ts'
import { type LlmDouble, openLlmDouble } from '../../doubles/llm/llm-double.ts'
import type { MetaDouble } from '../../doubles/meta/meta-double.ts'
import { buildMessageWebhook, buildTextBody } from '../../doubles/meta-webhooks/meta-webhook-payloads.ts'
import { openSiteDouble, type SiteDouble } from '../../doubles/site/site-double.ts'
import type { Client } from '../../harness/client.ts'
import { QUICK_AGENT_ENV, type TestApp } from '../../harness/test-app.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { createAssistantPorts, deleteQueuedTurns } from '../../worlds/agents/assistant-ports.ts'
import { getConversationIdsOfMessage } from '../../worlds/conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from '../../worlds/factories.ts'
import { createSiteWebClient } from '../../worlds/site-web-client.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../worlds/whatsapp/meta-test-app.ts'
import { createUniquePhone, createUniqueWamid } from '../../worlds/whatsapp/whatsapp-fixture.ts'

const HOST = 'fotos.site.test'
const STUDIO_CAPTION = 'Studio Paulista: R$ 398.000,00. https://site.test/studio'
const EXPIRED_PRICE_CAPTION = 'Casa Girassol: o valor está sendo atualizado; a equipe te confirma.'
const PRODUCT_TABLE = `nome;preço;foto;link;válido até
Studio Paulista;R$ 398.000;http://${HOST}/studio.webp;https://site.test/studio;31/12/2099
Casa Girassol;R$ 1.890.000;http://${HOST}/casa.png;https://site.test/casa;31/12/2020
Loja Aurora;R$ 90.000;http://${HOST}/gone.jpg;https://site.test/loja;31/12/2099
Galpão Norte;R$ 70.000;http://${HOST}/words.jpg;;31/12/2099
Sala Central;R$ 50.000;;https://site.test/sala;31/12/2099`

let test: TestApp
let meta: MetaDouble
let site: SiteDouble
let llm: LlmDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: string
let sourceId: string

/** Returns an image larger than the size that is sent. */
const createImage = (format: 'webp' | 'png', colour: string) =>
  sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()

const fetchSource = async () => (await staff.call(calls.getSource, { params: { id: sourceId } })).data
const fetchSourcePhotos = async () =>
  (
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.execute(sql`SELECT link, state, file_id FROM knowledge_photos WHERE source_id = ${sourceId} ORDER BY link`),
    )
  ).rows

beforeAll(async () => {
  llm = await openLlmDouble()
  site = await openSiteDouble()
  ;({ test, meta, close } = await startTestAppWithMeta({ ...QUICK_AGENT_ENV, ...llm.env }))
  test.deps.webFetcher = createSiteWebClient(site, HOST)
  const pictures = { '/studio.webp': await createImage('webp', '#a06040'), '/casa.png': await createImage('png', '#2e6e76') }
  for (const [path, bytes] of Object.entries(pictures))
    site.page(path, (_request, response) => void response.writeHead(200, { 'content-type': 'image/any' }).end(bytes))
  site.page('/words.jpg', 'not a picture')
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = (await linkTestNumber(test, meta, tenant)).phoneNumberId
  const { data } = await staff.call(calls.createSource, { body: { kind: 'products', title: 'Imóveis', text: PRODUCT_TABLE } })
  sourceId = data._id
  await waitUntil(fetchSourcePhotos, (rows) => rows.length === 4 && rows.filter(({ state }) => state !== 'waiting').length >= 3)
})
afterAll(async () => {
  await close()
  await site.close()
  await llm.close()
})
beforeEach(() => updateAgentSettings({ use_model: false }))

const updateAgentSettings = (body: { use_model?: boolean; active?: boolean }) =>
  staff.call(updateAgent, { params: { id: tenant.agentId }, body })

describe('KNOW-12 the photos of a source', () => {
  it('are fetched, made what every channel takes, and what cannot be had is told; what goes takes its photos along', async () => {
    const job = { tenantId: tenant.tenantId, sourceId }
    // An unreachable site may recover, so its photo has three attempts.
    for (let more = 0; more < 3; more += 1) await fetchPhotos(test.deps, test.app.modules.files, job)
    expect((await fetchSourcePhotos()).map(({ link, state }) => [link, state])).toEqual([
      [`http://${HOST}/casa.png`, 'stored'],
      [`http://${HOST}/gone.jpg`, 'failed'],
      [`http://${HOST}/studio.webp`, 'stored'],
      [`http://${HOST}/words.jpg`, 'failed'],
    ])
    expect((await fetchSource()).report.toSorted()).toEqual([
      `Foto http://${HOST}/gone.jpg: o site não a deu; o produto vai sem ela.`,
      `Foto http://${HOST}/words.jpg: não é uma foto que se possa enviar; o produto vai sem ela.`,
    ])
    const asked = site.asked.length
    await fetchPhotos(test.deps, test.app.modules.files, job)
    expect(site.asked).toHaveLength(asked)
  })

  it('stand until they are here anew, and go with their source', async () => {
    const text = `nome;preço;foto\nBox Sul;R$ 10.000;http://${HOST}/casa.png`
    const { data } = await staff.call(calls.createSource, { body: { kind: 'products', title: 'Boxes', text } })
    const params = { id: data._id }
    const rows = async () =>
      (
        await test.deps.db.tenant(tenant.tenantId, (tx) =>
          tx.db.execute(sql`SELECT p.state, p.file_id, f.stored_as FROM knowledge_photos AS p
            JOIN files AS f ON f.tenant_id = p.tenant_id AND f.id = p.file_id WHERE p.source_id = ${data._id}`),
        )
      ).rows
    const [first] = await waitUntil(rows, (found) => found[0]?.['state'] === 'stored')
    await staff.call(calls.refreshSource, { params })
    const [anew] = await waitUntil(
      rows,
      (found) => found[0]?.['state'] === 'stored' && found[0]?.['file_id'] !== first?.['file_id'],
    )
    expect(anew?.['stored_as']).toBe(first?.['stored_as'])
    await waitUntil(
      async () => (await staff.call(calls.getSource, { params })).data,
      ({ state }) => state === 'ready',
    )
    await staff.call(calls.deleteSource, { params })
    expect(await rows()).toEqual([])
    const left = await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.execute(sql`SELECT 1 FROM files WHERE id IN (${first?.['file_id']}::uuid, ${anew?.['file_id']}::uuid)`),
    )
    expect(left.rows).toEqual([])
  })
})

const listShownContents = (messages: readonly Message[]) =>
  messages.filter(({ role }) => role === 'AI').map(({ type, content }) => `${type}: ${content}`)

/** Sends a message as a web-chat lead. */
async function sendAsWebchatLead(content: string) {
  const lead = await test.client()
  const place = { params: { agentId: tenant.agentId } }
  const body = { content }
  const { data } = await lead.call(sendWebchatMessage, { ...place, body, headers: { 'idempotency-key': uuid() } })
  const params = await getConversationIdsOfMessage(test, data.message.message_id)
  const history = async () => (await staff.call(getConversation, { params })).data.history
  const reads = async () => (await lead.call(openWebchat, place)).data.messages
  return { lead, history, reads }
}

describe('KNOW-12 a product that a lead asks for', () => {
  it.each(['quanto custa o studio paulista?', 'tem foto do studio paulista?'])(
    'leaves as one picture with name, price and link on the web chat: %s',
    async (question) => {
      const { lead, history, reads } = await sendAsWebchatLead(question)
      await waitUntil(history, (messages) => messages.some(({ type }) => type === 'image'))
      const all = await waitUntil(history, (messages) => messages.filter(({ role }) => role === 'AI').length >= 3)
      expect(listShownContents(all).filter((said) => said.includes('398.000'))).toEqual([`image: ${STUDIO_CAPTION}`])
      const picture = (await reads()).find(({ type }) => type === 'image')
      expect(picture).toMatchObject({ content: STUDIO_CAPTION, attachment: { mime_type: 'image/jpeg' } })
      const url = `/api/webchat/${tenant.agentId}/media/${picture?.message_id}`
      const { statusCode, headers } = await lead.raw({ method: 'GET', url })
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
      const params = { messageId: all.find(({ type }) => type === 'image')?.message_id ?? '' }
      const { passages } = (await staff.call(calls.getMessageGrounding, { params })).data
      expect(passages).toMatchObject([{ product: { name: 'Studio Paulista' }, is_changed: false }])
    },
  )

  it('KNOW-11 leaves without the price whose last day is over', async () => {
    const { history } = await sendAsWebchatLead('qual o valor da casa girassol?')
    const all = await waitUntil(history, (messages) => messages.some(({ type }) => type === 'image'))
    expect(listShownContents(all)).toContain(`image: ${EXPIRED_PRICE_CAPTION}`)
    expect(listShownContents(all).join()).not.toContain('1.890')
  })

  it.each([
    ['a loja aurora', 'Loja Aurora: R$ 90.000,00. https://site.test/loja'],
    ['a sala central', 'Sala Central: R$ 50.000,00. https://site.test/sala'],
  ])('leaves as text where there is no photo to be had of %s', async (name, words) => {
    const { history } = await sendAsWebchatLead(`quanto custa ${name}?`)
    const all = await waitUntil(history, (messages) => messages.some(({ content }) => content.includes(words)))
    expect(all.filter(({ type }) => type === 'image')).toEqual([])
  })

  it('leaves behind the words of a model, once, and only where they are about it', async () => {
    await updateAgentSettings({ use_model: true })
    const own = 'O Studio Paulista sai por R$ 398.000,00.'
    llm.behave(() => ({ text: `${own}\n\nQuer visitar?` }))
    const { history } = await sendAsWebchatLead('quanto custa o studio paulista?')
    const all = await waitUntil(history, (messages) => messages.filter(({ role }) => role === 'AI').length >= 3)
    expect(listShownContents(all)).toEqual([`text: ${own}`, `image: ${STUDIO_CAPTION}`, 'text: Quer visitar?'])
    llm.behave(() => ({ text: 'Vou confirmar com a equipe.' }))
    const other = await sendAsWebchatLead('quanto custa o studio paulista?')
    const said = await waitUntil(other.history, (messages) => messages.some(({ role }) => role === 'AI'))
    expect(listShownContents(said)).toEqual(['text: Vou confirmar com a equipe.'])
  })
})

/** Returns ports that simulate a crash at the nth commit of a turn: before it, or after it without a report. */
const createCrashingPorts = (nth: number, when: 'before' | 'after'): AssistantPorts => {
  const ports = createAssistantPorts(test)
  let writings = 0
  return {
    ...ports,
    commitTurn: async (...asked) => {
      const ends = writings++ === nth
      if (ends && when === 'before') throw new Error('kill -9')
      const outcome = await ports.commitTurn(...asked)
      if (ends) throw new Error('kill -9')
      return outcome
    },
  }
}

/** Receives a message of a WhatsApp lead that no turn has answered yet. */
async function receiveWhatsappQuestion(content: string) {
  const phone = createUniquePhone()
  await updateAgentSettings({ active: false })
  await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody(content)))
  const found = await waitUntil(
    async () =>
      (
        await test.deps.db.tenant(tenant.tenantId, (tx) =>
          tx.db.execute(sql`SELECT id FROM conversations WHERE channel_address LIKE ${`%${phone}`}`),
        )
      ).rows[0],
  )
  await deleteQueuedTurns(test, tenant.tenantId)
  await updateAgentSettings({ active: true })
  const place = { tenantId: tenant.tenantId, conversationId: String(found?.['id']) }
  const sent = () => meta.accepted.filter(({ body }) => body.to === `+${phone}`).map(({ body }) => body)
  return { place, sent }
}

describe('KNOW-12 on WhatsApp, a turn that ends before or after each of its writings', () => {
  const points = [0, 1, 2].flatMap((nth) => (['before', 'after'] as const).map((when) => [when, nth] as const))
  it.each(points)('%s the one of place %d, says all of it once, the product as one picture', async (when, nth) => {
    const { place, sent } = await receiveWhatsappQuestion('quanto custa o studio paulista?')
    const atOnce = async () => {}
    await expect(answerTurn(test.deps, createCrashingPorts(nth, when), place, atOnce)).rejects.toThrow('kill -9')
    await answerTurn(test.deps, createAssistantPorts(test), place, atOnce)
    await answerTurn(test.deps, createAssistantPorts(test), place, atOnce)
    const all = await waitUntil(sent, (bodies) => bodies.length >= 3)
    expect(all.map(({ type }) => type)).toEqual(['text', 'image', 'text'])
    expect(all[1]?.image).toMatchObject({ caption: STUDIO_CAPTION })
    expect(all.filter(({ text: words }) => words?.body.includes('398'))).toEqual([])
    const files = meta.uploads.filter(({ id }) => id === all[1]?.image?.id)
    expect(files.map(({ mimeType }) => mimeType)).toEqual(['image/jpeg'])
  })
})
