import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFile, deleteFile, getFile } from '@prosa/contract/calls/conversations/files'
import { FILE_PART_LIMITS_BYTES, file } from '@prosa/contract/entities/files/file'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createZip } from '../../testing/files/office-files.ts'
import { aVoice } from '../../testing/files/unique-voice-note.ts'
import { announceTestFile, computeSha256, createJpegFile, uploadFile, uploadFilePart } from '../../testing/files/upload-file.ts'
import type { Client } from '../../testing/harness/client.ts'
import type { TestApp } from '../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../testing/worlds/factories.ts'
import { startTestAppWithMeta } from '../../testing/worlds/whatsapp/meta-test-app.ts'
import { deleteUnusedUpload } from './storage/delete-files.ts'

const MB = 1024 * 1024
/** Only the first bytes of such a file: nothing parses the rest. */
const LEGACY_OFFICE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_528)])
const WITH_MACROS =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>'
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< >>\nendobj\n')
/** An image of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let test: TestApp
let dataDir: string
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let colleague: Client

beforeAll(async () => {
  const started = await startTestAppWithMeta()
  ;({ test, dataDir, close } = started)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  colleague = await test.client(tenant.operator.phone)
})
afterAll(() => close())

const onDisk = (of = tenant) =>
  readdirSync(join(dataDir, 'media', of.tenantId), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const get = async (id: string, client = staff) => (await client.call(getFile, { params: { id } })).data
const refusalOf = (bytes: Buffer, filename: string) =>
  staff.refused(createFile, { body: { sha256: computeSha256(bytes), size: bytes.length, mime_type: 'text/plain', filename } })

describe('uploading a file', () => {
  it('takes its parts in any order and as often as they come, and keeps it once under its digest', async () => {
    const bytes = createJpegFile(FILE_PART_LIMITS_BYTES.max + 1_000)
    const announced = await announceTestFile(staff, bytes, 'praia.jpg')
    expect(announced).toMatchObject({ state: 'receiving', missing: [1, 2], filename: 'praia.jpg' })
    expect((await uploadFilePart(staff, announced.id, 2, bytes)).statusCode).toBe(200)
    await Promise.all([uploadFilePart(staff, announced.id, 2, bytes), uploadFilePart(staff, announced.id, 2, bytes)])
    expect((await get(announced.id)).missing).toEqual([1])
    const last = await Promise.all([uploadFilePart(staff, announced.id, 1, bytes), uploadFilePart(staff, announced.id, 1, bytes)])
    expect(last.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const kept = await get(announced.id)
    expect(kept).toMatchObject({ state: 'stored', missing: [], kind: 'image', mime_type: 'image/jpeg', size: bytes.length })
    expect(readFileSync(join(dataDir, 'media', tenant.tenantId, kept.sha256)).equals(bytes)).toBe(true)
    expect((await uploadFilePart(staff, announced.id, 1, bytes)).statusCode).toBe(200)
    expect(onDisk()).toEqual([kept.sha256])
  })

  it('comes in parts of the size that was announced, which a client that was renewed in between announces anew', async () => {
    const bytes = createJpegFile(3 * FILE_PART_LIMITS_BYTES.min + 5, 21)
    const about = { sha256: computeSha256(bytes), size: bytes.length, mime_type: 'image/jpeg', filename: 'mar.jpg' }
    const { id: before } = await announceTestFile(staff, bytes, 'mar.jpg')
    const small = { ...about, part_bytes: FILE_PART_LIMITS_BYTES.min }
    const { id, missing, part_bytes } = (await staff.call(createFile, { body: small })).data
    expect([id === before, missing, part_bytes]).toEqual([false, [1, 2, 3, 4], FILE_PART_LIMITS_BYTES.min])
    const part = (n: number) => bytes.subarray((n - 1) * FILE_PART_LIMITS_BYTES.min, n * FILE_PART_LIMITS_BYTES.min)
    const put = (n: number, payload: Buffer) =>
      staff.raw({
        method: 'PUT',
        url: `/api/files/${id}/parts/${n}`,
        headers: { 'content-type': 'application/octet-stream' },
        payload: Buffer.from(payload),
      })
    expect((await put(1, bytes)).statusCode).toBe(400)
    for (const n of [2, 1]) expect((await put(n, part(n))).statusCode).toBe(200)
    // An interrupted upload resumes with the missing parts.
    expect((await staff.call(createFile, { body: small })).data).toMatchObject({ id, missing: [3, 4] })
    for (const n of [3, 4]) expect((await put(n, part(n))).statusCode).toBe(200)
    expect(await get(id)).toMatchObject({ state: 'stored', size: bytes.length, sha256: about.sha256 })
    for (const part_bytes of [FILE_PART_LIMITS_BYTES.min - 1, FILE_PART_LIMITS_BYTES.max + 1])
      expect((await staff.refused(createFile, { body: { ...about, part_bytes } })).status).toBe(400)
    await staff.call(deleteFile, { params: { id: before } })
  })

  it('goes on after a process that ended before it looked at what was here', async () => {
    const bytes = Buffer.concat([PDF, Buffer.from('cut off')])
    const { id } = await announceTestFile(staff, bytes, 'proposta.pdf')
    await test.deps.fileStore.put(tenant.tenantId, `incoming/${id}/1`, bytes)
    await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE files SET parts = '{1}' WHERE id = ${id}`))
    expect(await get(id)).toMatchObject({ state: 'stored', kind: 'document', mime_type: 'application/pdf' })
  })

  it('refuses a part of another size, one too many, and what is no bytes', async () => {
    const bytes = createJpegFile(FILE_PART_LIMITS_BYTES.max + 10, 3)
    const { id } = await announceTestFile(staff, bytes, 'a.jpg')
    for (const part of [1, 3]) expect((await uploadFilePart(staff, id, part, bytes.subarray(0, 20))).statusCode).toBe(400)
    expect((await uploadFilePart(staff, id, 0, bytes)).statusCode).toBe(400)
    const asJson = await staff.raw({ method: 'PUT', url: `/api/files/${id}/parts/1`, payload: { a: 1 } })
    expect(asJson.statusCode).toBe(415)
    expect((await get(id)).missing).toEqual([1, 2])
    await staff.call(deleteFile, { params: { id } })
  })

  it('that arrives altered is refused, and nothing of it stays', async () => {
    const bytes = createJpegFile(2_000, 4)
    const { id } = await announceTestFile(staff, bytes, 'a.jpg')
    const { body } = await uploadFilePart(staff, id, 1, createJpegFile(2_000, 5))
    expect(file.parse((JSON.parse(body) as { data: unknown }).data)).toMatchObject({
      state: 'refused',
      reason: 'O arquivo chegou diferente do que foi enviado. Tente de novo.',
    })
    expect(onDisk()).not.toContain(computeSha256(bytes))
    expect(onDisk()).not.toContain('1')
  })

  it('is the business of who announced it, and of nobody else', async () => {
    const bytes = createJpegFile(3_000, 6)
    const { id } = await announceTestFile(staff, bytes, 'a.jpg')
    expect((await uploadFilePart(colleague, id, 1, bytes)).statusCode).toBe(404)
    expect((await colleague.refused(getFile, { params: { id } })).status).toBe(404)
    expect((await colleague.refused(deleteFile, { params: { id } })).status).toBe(404)
    expect((await get(id)).missing).toEqual([1])
    await staff.call(deleteFile, { params: { id } })
    expect((await staff.refused(getFile, { params: { id } })).status).toBe(404)
  })

  it('gone after a day when nobody has sent it; its bytes stay while another file has them', async () => {
    const bytes = createJpegFile(4_000, 7)
    const id = await uploadFile(staff, bytes, 'a.jpg')
    const again = await announceTestFile(colleague, bytes, 'b.jpg')
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT round(extract(epoch FROM start_after - created_on) / 3600) AS hours FROM pgboss.job
        WHERE name = 'drop-file' AND data->>'fileId' = ${id}`),
    )
    expect(Number(rows[0]?.hours)).toBe(24)
    await deleteUnusedUpload(test.deps, { tenantId: tenant.tenantId, fileId: id })
    expect((await staff.refused(getFile, { params: { id } })).status).toBe(404)
    expect(onDisk()).toContain(computeSha256(bytes))
    await deleteUnusedUpload(test.deps, { tenantId: tenant.tenantId, fileId: again.id })
    expect(onDisk()).not.toContain(computeSha256(bytes))
  })
})

describe('content that is known', () => {
  it('MEDIA-01 MEDIA-02 is stored at once for the organisation’s people, and for nobody who only knows its digest', async () => {
    const bytes = createJpegFile(5_000, 8)
    const id = await uploadFile(staff, bytes, 'a.jpg')
    expect(await announceTestFile(colleague, bytes, 'tabela.jpg')).toMatchObject({
      state: 'stored',
      missing: [],
      kind: 'image',
      filename: 'tabela.jpg',
    })
    const stranger = await test.client((await createTenant(test)).staff.phone)
    expect(await announceTestFile(stranger, bytes, 'a.jpg')).toMatchObject({ state: 'receiving', missing: [1] })
    // A file that a lead sent is not given to a user who announces its digest.
    const ofLead = createJpegFile(6_000, 9)
    const fileId = await uploadFile(staff, ofLead, 'c.jpg')
    await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE files SET origin = 'channel' WHERE id = ${fileId}`))
    expect(await announceTestFile(colleague, ofLead, 'c.jpg')).toMatchObject({ state: 'receiving', missing: [1] })
    expect((await get(id)).state).toBe('stored')
  })
})

describe('a file that may not go', () => {
  it.each<[string, Buffer, string, string]>([['empty', Buffer.alloc(0), 'nada.pdf', 'O arquivo está vazio.']])(
    'MEDIA-04 that is %s says so before a byte leaves',
    async (_what, bytes, filename, words) => {
      expect(await refusalOf(bytes, filename)).toMatchObject({ status: 400, message: words, fieldErrors: { file: words } })
    },
  )

  it('MEDIA-04 larger than any may be says so before a byte leaves', async () => {
    const words = 'Este arquivo tem 100,1 MB; o limite é 100 MB.'
    const body = { sha256: '0'.repeat(64), size: 100 * MB + 1, mime_type: 'application/pdf', filename: 'a.pdf' }
    expect(await staff.refused(createFile, { body })).toMatchObject({ status: 400, fieldErrors: { file: words } })
  })

  const NOT_CARRIED = (ending: string) => `O WhatsApp não leva arquivos .${ending}. Envie PDF, Office, foto, vídeo MP4 ou áudio.`
  const MACROS = 'Este arquivo do Office tem macros. Salve uma cópia sem macros, como DOCX, XLSX ou PDF, e envie de novo.'
  const MISMATCH = 'O conteúdo não corresponde ao nome do arquivo.'
  it.each<[string, Buffer, string, string]>([
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'), 'jogo.exe', NOT_CARRIED('exe')],
    ['a program under a picture’s name', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0', 'latin1'), 'foto.jpg', MISMATCH],
    ['an archive', Buffer.from('PK\x05\x06' + '\0'.repeat(18), 'latin1'), 'tudo.zip', NOT_CARRIED('zip')],
    ['a page', Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'pagina.html', NOT_CARRIED('html')],
    ['a page that calls itself a text', Buffer.from('\n <html><body>'), 'nota.txt', MISMATCH],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg', NOT_CARRIED('svg')],
    ['a PDF under a picture’s name', PDF, 'foto.png', MISMATCH],
    ['a page behind a byte order mark', Buffer.from('\uFEFF<!-- --><html><script>'), 'nota.txt', MISMATCH],
    ['a page in UTF-16', Buffer.from('\uFEFF \n<html><script>', 'utf16le'), 'nota.csv', MISMATCH],
    ['a legacy container under another name', LEGACY_OFFICE, 'instalador.msi', NOT_CARRIED('msi')],
    ['a legacy container under a picture’s name', LEGACY_OFFICE, 'foto.jpg', MISMATCH],
    ['Office with macros', createZip({ '[Content_Types].xml': Buffer.from(WITH_MACROS) }), 'contrato.docx', MACROS],
    ['Office with macros by its name', createZip({ '[Content_Types].xml': Buffer.from(WITH_MACROS) }), 'tabela.xlsm', MACROS],
    ['bytes that are nothing', Buffer.from([0, 1, 2, 3, 250, 251]), 'dados.txt', MISMATCH],
    ['a picture that is too large', createJpegFile(5 * MB + 1), 'grande.jpg', 'Este arquivo tem 5,1 MB; o limite é 5 MB.'],
  ])('MEDIA-04 %s is refused by its content', async (_what, bytes, filename, reason) => {
    const id = await uploadFile(staff, bytes, filename)
    expect(await get(id)).toMatchObject({ state: 'refused', reason })
    expect(onDisk()).not.toContain(computeSha256(bytes))
  })

  it.each<[string, Buffer, string, string]>([
    ['a text', Buffer.from('Olá, João'), 'nota.txt', 'text/plain'],
    ['a table of an old Excel', Buffer.from('Preço;Avalia\xe7\xe3o\n1;2', 'latin1'), 'tabela.csv', 'text/plain'],
    ['a PNG that is called .jpg', DOT, 'a.jpg', 'image/png'],
    ['a text in UTF-16', Buffer.from('\uFEFFOlá, João', 'utf16le'), 'nota.txt', 'text/plain'],
    ['a legacy Word document', LEGACY_OFFICE, 'contrato.doc', 'application/msword'],
    ['a legacy Excel table', Buffer.concat([LEGACY_OFFICE, LEGACY_OFFICE]), 'tabela.XLS', 'application/vnd.ms-excel'],
    ['a voice note', aVoice(), 'voz.ogg', 'audio/ogg; codecs=opus'],
  ])('%s is taken as what it is', async (_what, bytes, filename, mimeType) => {
    expect(await get(await uploadFile(staff, bytes, filename))).toMatchObject({ state: 'stored', mime_type: mimeType })
  })

  it('MEDIA-24 where the organisation’s room is used up says so, to people; what leads send is still taken for a fifth more', async () => {
    const small = await startTestAppWithMeta({ STORAGE_QUOTA_MB: '1' })
    try {
      const of = await createTenant(small.test)
      const client = await small.test.client(of.staff.phone)
      await uploadFile(client, createJpegFile(700_000), 'a.jpg')
      const words = 'O espaço de arquivos acabou (0,7 MB de 1 MB). Peça a um administrador para liberar.'
      const bytes = createJpegFile(400_000)
      expect(
        await client.refused(createFile, {
          body: { sha256: computeSha256(bytes), size: bytes.length, mime_type: 'image/jpeg', filename: 'b.jpg' },
        }),
      ).toMatchObject({ status: 400, message: words, fieldErrors: { file: words } })
      // Content that is already stored does not count again.
      expect(await announceTestFile(client, createJpegFile(700_000), 'c.jpg')).toMatchObject({ state: 'stored' })
      const { hasStorageRoomForLeads } = await import('./storage/quota.ts')
      const room = (size: number) =>
        small.test.deps.db.tenant(of.tenantId, (tx) => hasStorageRoomForLeads(tx, small.test.deps, of.tenantId, size))
      expect(await room(500_000)).toBe(true)
      expect(await room(600_000)).toBe(false)
    } finally {
      await small.close()
    }
  })
})
