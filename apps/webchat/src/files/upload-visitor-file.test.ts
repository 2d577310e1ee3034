import { FILE_PART_LIMITS_BYTES } from '@prosa/contract/entities/files/file'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { uploadVisitorFile } from './upload-visitor-file.ts'

const file = (over: object) => ({
  id: 'f1',
  sha256: 'a'.repeat(64),
  size: FILE_PART_LIMITS_BYTES.max + 1,
  mime_type: 'image/png',
  kind: 'image',
  filename: 'sala.png',
  state: 'receiving',
  missing: [2],
  ...over,
})

const answers = (...given: { status?: number; body: unknown; headers?: Record<string, string> }[]) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url}`)
    const next = given.shift()
    if (!next) throw new TypeError('offline')
    return new Response(JSON.stringify(next.body), { status: next.status ?? 200, headers: next.headers ?? {} })
  })
  return asked
}

const run = () => {
  const shares: number[] = []
  // jsdom's Blob has no arrayBuffer.
  const blob = new Blob([new Uint8Array(FILE_PART_LIMITS_BYTES.max + 1)], { type: 'image/png' })
  blob.arrayBuffer = async () => new ArrayBuffer(8)
  const signal = new AbortController().signal
  return uploadVisitorFile(blob, 'sala.png', { agentId: 'a1', signal, onProgress: (share) => shares.push(share) }).then(
    (result) => ({
      result,
      shares,
    }),
  )
}

describe('an upload of the lead', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('MEDIA-20 sends only the parts that are not there yet, and tells how far it is', async () => {
    const asked = answers({ body: { data: file({}) } }, { body: { data: file({ state: 'stored', missing: [] }) } })
    const { result, shares } = await run()
    expect(result).toBe('f1')
    expect(asked).toEqual(['POST /api/webchat/a1/files', 'PUT /api/webchat/a1/files/f1/parts/2'])
    expect(shares).toEqual([0.5, 1])
  })

  it('says why a file may not go, and that too many were sent; a lost line is tried again', async () => {
    const words = 'Esta conversa não leva arquivos .exe. Envie PDF, Office, foto, vídeo MP4 ou áudio.'
    answers({ body: { data: file({ state: 'refused', missing: [], reason: words }) } })
    expect((await run()).result).toMatchObject({ failure: 'refused', message: words })
    answers({ status: 400, body: { fieldErrors: { file: words } } })
    expect((await run()).result).toMatchObject({ failure: 'refused', message: words })
    answers({ status: 429, body: {}, headers: { 'retry-after': '1800' } })
    expect((await run()).result).toMatchObject({ failure: 'refused', message: expect.stringContaining('em 30 minutos') })
    answers()
    expect((await run()).result).toMatchObject({ failure: 'offline' })
  })
})
