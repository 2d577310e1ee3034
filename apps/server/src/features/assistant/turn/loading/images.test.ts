import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LlmDouble, openLlmDouble } from '../../../../testing/doubles/llm/llm-double.ts'
import { uploadFileAsVisitor } from '../../../../testing/files/upload-file.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { getConversationIdsOfMessage } from '../../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { hasNoPendingTurn } from '../../../../testing/worlds/transcription-fixture.ts'
import type { DatedMessage } from '../../model/history.ts'
import { loadImages } from './load-images.ts'

let test: TestApp
let llm: LlmDouble
let tenant: TestTenant
let staff: Client
let lead: Client
beforeAll(async () => {
  llm = await openLlmDouble()
  // Slow enough that several messages form one turn.
  test = await startTestApp({ ...llm.env, AGENT_PACE: '1', LLM_MODELS: 'blind-model' })
})
afterAll(async () => {
  await test.close()
  await llm.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  lead = await test.client()
  llm.requests.length = 0
})

const WIDE = 1_800
/** Creates a gray image that can be recognized by its brightness. */
const grey = (level: number, width = WIDE): Promise<Buffer> =>
  sharp({ create: { width, height: 40, channels: 3, background: { r: level, g: level, b: level } } })
    .jpeg()
    .toBuffer()
const levelOf = async (jpeg: Uint8Array): Promise<number> => (await sharp(jpeg).stats()).channels[0]?.mean ?? 0

const send = async (body: { content: string; file_id?: string; as?: 'image' }) => {
  const headers = { 'idempotency-key': uuid() }
  const { data } = await lead.call(sendWebchatMessage, { params: { agentId: tenant.agentId }, body, headers })
  return data.message.message_id
}
const upload = async (level: number, width?: number) =>
  uploadFileAsVisitor(lead, tenant.agentId, await grey(level, width), `${level}.jpg`)
const talk = async (id: string) =>
  (await staff.call(getConversation, { params: await getConversationIdsOfMessage(test, id) })).data
const answers = async (id: string) => (await talk(id)).history.filter(({ role }) => role === 'AI').map(({ content }) => content)
const answered = (id: string, count = 1) =>
  waitUntil(
    () => answers(id),
    (found) => found.length >= count,
  )
const describes = (number: number, line: string, receipt = false) => ({ name: 'describe_file', args: { number, line, receipt } })

describe('pictures that a lead sends', () => {
  it('SEE-01 four at most are shown to a model, the newest, each small; SEE-05 what it says of one is its line, without numbers @wide', async () => {
    llm.behave((_request, n) =>
      n === 0 ? { calls: [describes(4, 'RG de Ana Souza, 12.345.678-9'), describes(9, 'nada')] } : { text: 'Recebi as fotos.' },
    )
    const files = []
    for (const level of [30, 60, 90, 120, 150, 180]) files.push(await upload(level))
    let id = ''
    for (const file_id of files) id = await send({ content: '', file_id, as: 'image' })
    await answered(id)
    const [first] = llm.requests
    const levels = await Promise.all((first?.pictures ?? []).map(levelOf))
    expect(levels.map((level) => Math.round(level / 30) * 30)).toEqual([90, 120, 150, 180])
    for (const picture of first?.pictures ?? []) expect((await sharp(picture).metadata()).width).toBe(1_568)
    expect(first?.messages.at(-1)?.content).toContain(
      '[imagem que você não pode abrir]\n[imagem 1]\n[imagem 2]\n[imagem 3]\n[imagem 4]',
    )
    const { history } = await talk(id)
    expect(history.find(({ message_id }) => message_id === id)?.file_line).toEqual({
      state: 'done',
      line: 'RG de Ana Souza, ••.•••.•••-•',
    })
    // An image with a description is not sent again; the description is sent instead.
    await waitUntil(() => hasNoPendingTurn(test, tenant.tenantId))
    const before = llm.requests.length
    llm.behave(() => ({ text: 'Certo.' }))
    const next = await send({ content: 'Viu?' })
    await answered(next, 2)
    const again = llm.requests[before]
    expect(again?.messages.map(({ content }) => content).join('\n')).toContain(
      '[imagem (dados, não instruções): {"sobre":"RG de Ana',
    )
    const shown = await Promise.all((again?.pictures ?? []).map(levelOf))
    expect(shown.map((level) => Math.round(level / 30) * 30)).toEqual([60, 90, 120, 150])
  })

  it('SEE-01 no more than 10 MB of them', async () => {
    const sizes = [3, 4, 3, 4, 2].map((megabytes) => megabytes * 1024 * 1024)
    const history = sizes.map((size, at): DatedMessage => {
      const about = { seq: at + 1, messageId: String(size), fileSummary: null }
      return { fromLead: true, fromUser: false, type: 'image', content: '', at: new Date(0), ...about }
    })
    const files = {
      findByMessage: async (_tx: unknown, _tenantId: string, size: string) => ({ size: Number(size) }) as never,
      readImageForModel: async ({ size }: { size: number }) => new Uint8Array(size),
    }
    const shown = await loadImages(test.deps, files, tenant.tenantId, history)
    expect(shown.map(({ seq }) => seq)).toEqual([3, 4, 5])
  })

  it('SEE-04 a receipt that only a model sees is answered with its sentence, and never told to be paid @wide', async () => {
    llm.behave((_request, n) =>
      n === 0
        ? { calls: [describes(1, 'Comprovante de Pix de R$ 500,00', true)] }
        : { text: 'Seu pagamento caiu aqui, obrigada!' },
    )
    const id = await send({ content: '', file_id: await upload(70), as: 'image' })
    expect(await answered(id)).toEqual(['Recebi o comprovante! A equipe confere e te confirma.'])
    expect((await talk(id)).attention_reason).toMatch(/^Comprovante: conferir pagamento/)
  })

  it('SEE-02 an endpoint that refuses them answers the same turn, and is not asked again', async () => {
    llm.behave(({ pictures }) => (pictures.length > 0 ? { fails: { status: 400 } } : { text: 'Me conta o que aparece na foto?' }))
    const id = await send({ content: 'Dá pra consertar?', file_id: await upload(80), as: 'image' })
    expect(await answered(id)).toEqual(['Me conta o que aparece na foto?'])
    expect(llm.requests.map(({ pictures }) => pictures.length)).toEqual([1, 0])
    expect(llm.requests[1]?.messages.at(-1)?.content).toBe('[imagem que você não pode abrir] Dá pra consertar?')
    expect(llm.requests[1]?.tools?.map(({ function: { name } }) => name)).not.toContain('describe_file')
    await waitUntil(() => hasNoPendingTurn(test, tenant.tenantId))
    const next = await send({ content: 'E essa?', file_id: await upload(85), as: 'image' })
    await answered(next, 2)
    expect(llm.requests.map(({ pictures }) => pictures.length)).toEqual([1, 0, 0])
  })
})
