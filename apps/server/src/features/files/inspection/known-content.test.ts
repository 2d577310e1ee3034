import { createFile } from '@prosa/contract/calls/conversations/files'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  announceRefusedFileAsVisitor,
  announceTestFile,
  computeSha256,
  uploadFile,
  uploadFileAsVisitor,
} from '../../../testing/files/upload-file.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const MISMATCH = 'O conteúdo não corresponde ao nome do arquivo.'

it('MEDIA-04 content that is here already is not had under a name that would have been refused', async () => {
  const tenant = await createTenant(test)
  const staff = await test.client(tenant.staff.phone)
  const note = Buffer.from('WScript.Echo(1)')
  const pdf = Buffer.from('%PDF-1.7\nproposta')
  await uploadFile(staff, note, 'nota.txt')
  await uploadFile(staff, pdf, 'proposta.pdf')
  const refusalOf = async (bytes: Buffer, filename: string) => {
    const body = { sha256: computeSha256(bytes), size: bytes.length, mime_type: 'text/plain', filename }
    const { status, fieldErrors } = await staff.refused(createFile, { body })
    return { status, file: fieldErrors?.['file'] }
  }
  for (const ending of ['js', 'bat'])
    expect(await refusalOf(note, `fatura.${ending}`)).toEqual({
      status: 400,
      file: `O WhatsApp não leva arquivos .${ending}. Envie PDF, Office, foto, vídeo MP4 ou áudio.`,
    })
  expect(await refusalOf(pdf, 'proposta.exe')).toEqual({ status: 400, file: MISMATCH })
  expect(await announceTestFile(staff, note, 'tabela.csv')).toMatchObject({ state: 'stored', missing: [] })
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT filename FROM files WHERE tenant_id = ${tenant.tenantId} ORDER BY filename`),
  )
  expect(rows.map(({ filename }) => filename)).toEqual(['nota.txt', 'proposta.pdf', 'tabela.csv'])
})

it('MEDIA-04 nor by a visitor of the web chat', async () => {
  const { agentId } = await createTenant(test)
  const visitor = await test.client()
  const note = Buffer.from('@echo off')
  await uploadFileAsVisitor(visitor, agentId, note, 'nota.txt')
  expect(await announceRefusedFileAsVisitor(visitor, agentId, note, 'fatura.bat')).toMatchObject({
    status: 400,
    fieldErrors: { file: 'Esta conversa não leva arquivos .bat. Envie PDF, Office, foto, vídeo MP4 ou áudio.' },
  })
})
