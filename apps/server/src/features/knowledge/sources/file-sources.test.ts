import { randomUUID } from 'node:crypto'
import * as calls from '@prosa/contract/calls/agents/knowledge'
import { deleteFile, getFile } from '@prosa/contract/calls/conversations/files'
import type { CallBody } from '@prosa/contract/define-call'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPdf } from '../../../testing/files/create-pdf.ts'
import { createDocx, createXlsx } from '../../../testing/files/office-files.ts'
import { computeSha256, createJpegFile, uploadFile } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { handleReadSourceJob } from './read-source-job.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
let admin: Client
beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  admin = await test.client(tenant.admin.phone)
})
afterAll(() => test.close())

const settled = (id: string) =>
  waitUntil(
    async () => (await staff.call(calls.getSource, { params: { id } })).data,
    ({ state }) => state !== 'reading',
  )
type Given = CallBody<typeof calls.createSource>
const add = async (body: Given) => settled((await staff.call(calls.createSource, { body })).data._id)
const ask = async (question: string) => (await staff.call(calls.previewKnowledgeAnswer, { body: { question } })).data
const upload = (bytes: Buffer, name: string) => uploadFile(staff, bytes, name)
const refused = (body: Given) => staff.refused(calls.createSource, { body })
/** Size of the bytes in the store; null if they are not stored. */
const kept = (bytes: Buffer) => test.deps.fileStore.getSize(tenant.tenantId, computeSha256(bytes))

/** A document of `pages` unrelated pages, one of which contains the answer. */
const manual = (pages: number) =>
  createPdf(
    Array.from({ length: pages }, (_, at) => ({
      heading: `Capítulo ${at + 1}`,
      paragraphs: [
        at === Math.floor(pages / 2)
          ? 'O bicicletário coberto fica no subsolo e tem trinta vagas numeradas.'
          : `O procedimento ${at + 1} é conferido pela equipe técnica antes de cada entrega, com registro no livro de obras. `.repeat(
              12,
            ),
      ],
    })),
  )

describe('a source of a file', () => {
  it('KNOW-09 of a PDF of 100 pages answers within 10 s of its upload, and tells the page', async () => {
    const bytes = await manual(100)
    const begun = performance.now()
    const file_id = await upload(bytes, 'manual.pdf')
    const source = await add({ kind: 'file', title: 'Manual', file_id })
    expect((await ask('tem bicicletário?')).said).toBe('O bicicletário coberto fica no subsolo e tem trinta vagas numeradas.')
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(source).toMatchObject({ state: 'ready', kind: 'file', filename: 'manual.pdf', report: [] })
    expect(source.passages).toBeGreaterThan(99)
    expect((await ask('tem bicicletário?')).passages[0]?.place).toBe('página 51, Capítulo 51')
  })

  it('of products gives them with their prices @wide', async () => {
    const rows = [
      ['Nome', 'Preço', 'Válido até'],
      ['Sofá Lua', 2_499.9, '31/12/2099'],
      ['Poltrona', 'sob consulta', ''],
    ]
    const file_id = await upload(createXlsx({ Tabela: rows }), 'precos.xlsx')
    const source = await add({ kind: 'products', title: 'Móveis', file_id })
    expect(source).toMatchObject({ state: 'ready', passages: 2, filename: 'precos.xlsx' })
    expect(source.report).toEqual(['Linha 3: preço “sob consulta” não é um número; entrou sem preço.'])
    expect((await ask('quanto custa o sofá lua?')).said).toBe('Sofá Lua: R$ 2.499,90.')
  })

  it('of text that Notepad wrote as UTF-16 answers', async () => {
    const text = 'A lavanderia do prédio fecha às 20h, também no sábado.'
    const file_id = await upload(Buffer.from(`\uFEFF${text}`, 'utf16le'), 'lavanderia.txt')
    expect(await add({ kind: 'file', title: 'Lavanderia', file_id })).toMatchObject({ state: 'ready', passages: 1 })
    expect((await ask('que horas fecha a lavanderia?')).said).toBe(text)
  })

  it('keeps its file as long as it stands, reads it again, takes another for it, and lets go of it when it is deleted @wide', async () => {
    const [first, second] = [createDocx(['O salão de festas abre às 8h.']), createDocx(['O salão de festas abre às 10h.'])]
    const file_id = await upload(first, 'salao.docx')
    const { _id: id } = await add({ kind: 'file', title: 'Salão', file_id })
    const params = { id }
    expect(await staff.refused(deleteFile, { params: { id: file_id } })).toMatchObject({ status: 409 })
    await staff.call(calls.refreshSource, { params })
    expect(await settled(id)).toMatchObject({ state: 'ready', passages: 1 })
    const another = await upload(second, 'salao-novo.docx')
    await staff.call(calls.updateSource, { params, body: { file_id: another } })
    expect(await settled(id)).toMatchObject({ state: 'ready', filename: 'salao-novo.docx' })
    expect((await ask('que horas abre o salão de festas?')).said).toBe('O salão de festas abre às 10h.')
    await waitUntil(async () => (await kept(first)) === null)
    expect(await kept(second)).toBe(second.length)
    await staff.call(calls.deleteSource, { params })
    await waitUntil(async () => (await kept(second)) === null)
    expect(await staff.refused(getFile, { params: { id: another } })).toMatchObject({ status: 404 })
  })

  it('is refused in words where it is nothing that is read, too large, somebody else’s, or there already', async () => {
    const picture = await upload(createJpegFile(2_000), 'foto.jpg')
    expect(await refused({ kind: 'file', title: 'Foto', file_id: picture })).toMatchObject({
      status: 400,
      fieldErrors: { file_id: 'Envie PDF, DOCX, XLSX, CSV ou TXT.' },
    })
    const pdf = await createPdf([{ paragraphs: ['A piscina abre às 6h.'] }])
    const file_id = await upload(pdf, 'piscina.pdf')
    expect(await refused({ kind: 'products', title: 'Piscina', file_id })).toMatchObject({
      status: 400,
      fieldErrors: { file_id: 'Envie a planilha em XLSX ou CSV.' },
    })
    const large = await upload(Buffer.from('Enorme'), 'enorme.txt')
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.execute(sql`UPDATE files SET size = ${20 * 1024 * 1024 + 1} WHERE id = ${large}`),
    )
    expect(await refused({ kind: 'file', title: 'Enorme', file_id: large })).toMatchObject({
      status: 400,
      fieldErrors: { file_id: 'O arquivo passa de 20 MB.' },
    })
    const theirs = { kind: 'file' as const, title: 'De outra pessoa', file_id }
    expect(await admin.refused(calls.createSource, { body: theirs })).toMatchObject({ status: 404 })
    expect(await refused({ kind: 'file', title: 'Nenhum' })).toMatchObject({ fieldErrors: { file_id: 'Escolha um arquivo.' } })
    await add({ kind: 'file', title: 'Piscina', file_id })
    const again = await upload(pdf, 'outro-nome.pdf')
    expect(await refused({ kind: 'file', title: 'De novo', file_id: again })).toMatchObject({
      status: 409,
      fieldErrors: { file_id: 'Este arquivo já está no conhecimento: “Piscina”.' },
    })
  })

  it('says why it cannot be read, and what stood there before is still answered from @wide', async () => {
    const locked = await upload(await createPdf([{ paragraphs: ['Oi'] }], 'segredo'), 'trancado.pdf')
    expect(await add({ kind: 'file', title: 'Trancado', file_id: locked })).toMatchObject({
      state: 'failed',
      error: 'Este PDF tem senha.',
      passages: 0,
    })
    const good = await upload(createDocx(['A academia fecha às 22h.']), 'academia.docx')
    const { _id: id } = await add({ kind: 'file', title: 'Academia', file_id: good })
    const bad = await upload(await createPdf([{ paragraphs: [] }]), 'academia.pdf')
    await staff.call(calls.updateSource, { params: { id }, body: { file_id: bad } })
    expect(await settled(id)).toMatchObject({ state: 'failed', error: 'Este PDF é só imagem: não há texto para ler.' })
    expect((await ask('que horas fecha a academia?')).said).toBe('A academia fecha às 22h.')
  })

  it('whose bytes are gone says so at once', async () => {
    const bytes = createDocx(['A sauna abre às 18h.'])
    const { _id: id } = await add({ kind: 'file', title: 'Sauna', file_id: await upload(bytes, 'sauna.docx') })
    await test.deps.fileStore.remove(tenant.tenantId, computeSha256(bytes))
    await staff.call(calls.refreshSource, { params: { id } })
    expect(await settled(id)).toMatchObject({
      state: 'failed',
      error: 'O arquivo desta fonte não está mais aqui. Envie-o de novo.',
      passages: 1,
    })
  })

  it('KNOW-10 cut off while it is read, or read twice at once, has its passages once @wide', async () => {
    const bytes = await manual(20)
    const file_id = await upload(bytes, 'obras.pdf')
    const { _id: id } = await add({ kind: 'file', title: 'Obras', file_id })
    const passages = async () =>
      (
        await test.deps.db.tenant(tenant.tenantId, (tx) =>
          tx.db.execute(sql`SELECT id FROM knowledge_passages WHERE source_id = ${id}`),
        )
      ).rows.map((row) => String(row['id']))
    const before = await passages()
    // The state after a process crashed while reading: no lock is held, and nothing was written.
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.execute(sql`UPDATE knowledge_sources SET state = 'reading', revision = revision + 1 WHERE id = ${id}`),
    )
    const { revision } = await test.deps.db.tenant(tenant.tenantId, async (tx) => {
      const { rows } = await tx.db.execute(sql`SELECT revision FROM knowledge_sources WHERE id = ${id}`)
      return { revision: Number(rows[0]?.['revision']) }
    })
    const files = test.app.modules.files
    const job = { tenantId: tenant.tenantId, sourceId: id, revision }
    const brokenOff = { ...files, withPath: () => Promise.reject(new Error('cut off')) }
    await expect(handleReadSourceJob(test.deps, brokenOff, job, 0)).rejects.toThrow('cut off')
    expect(await passages()).toEqual(before)
    await Promise.all([handleReadSourceJob(test.deps, files, job, 0), handleReadSourceJob(test.deps, files, job, 0)])
    const now = await passages()
    expect(now).toHaveLength(before.length)
    expect(now.some((each) => before.includes(each))).toBe(false)
  })

  it('is made once for one key', async () => {
    const file_id = await upload(createDocx([`Texto ${randomUUID()}`]), 'uma-vez.docx')
    const body = { kind: 'file' as const, title: 'Uma vez', file_id }
    const once = () => staff.call(calls.createSource, { body, headers: { 'idempotency-key': 'a-first-file' } })
    const [first, second] = [await once(), await once()]
    expect(second.data._id).toBe(first.data._id)
    await settled(first.data._id)
  })
})
