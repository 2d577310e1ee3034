import { createFile, deleteFile, putFilePart } from '@prosa/contract/calls/conversations/files'
import type { StoredFile } from '@prosa/contract/entities/files/file'
import { expect, it, vi } from 'vitest'
import { createFakeProvider } from '../../testing/fake-provider.ts'
import { uploadFile } from './upload-file.ts'

// jsdom cannot compute digests.
vi.mock(import('@prosa/files/compute-blob-sha256'), () => ({ computeBlobSha256: async () => 'a'.repeat(64) }))

const aFile = (missing: number[], id = 'f1'): StoredFile => ({
  id,
  sha256: 'a'.repeat(64),
  size: 3,
  mime_type: 'image/png',
  kind: 'image',
  filename: 'a.png',
  state: missing.length > 0 ? 'receiving' : 'stored',
  reason: null,
  missing,
  part_bytes: 1,
})
const blob = () => new Blob(['abc'], { type: 'image/png' })

it('MEDIA-01 a file called off for one lead stays for another that it is on its way to, and goes with the last', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const provider = createFakeProvider()
    .on(createFile, () => ({ success: true, data: aFile([1]) }))
    .on(deleteFile, () => ({ success: true }))
    .on(putFilePart, async () => {
      await promise
      return { success: true, data: aFile([]) }
    })
  // An aborted call does not wait for its response.
  const answering = fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const off = new Promise<never>((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    return Promise.race([answering(input, init), off])
  })
  const [one, other] = [new AbortController(), new AbortController()]
  let last = new AbortController()
  const bring = ({ signal }: AbortController) => uploadFile(blob(), 'a.png', { signal, onProgress: () => undefined })
  const [first, second] = [bring(one), bring(other)]
  await vi.waitFor(() => expect(provider.requests(putFilePart)).toHaveLength(2))
  one.abort()
  await expect(first).rejects.toThrow()
  expect(provider.requests(deleteFile)).toEqual([])
  resolve()
  expect(await second).toBe('f1')
  provider.on(putFilePart, () => new Promise(() => undefined))
  const callOff = async (parts: number) => {
    const third = bring(last)
    await vi.waitFor(() => expect(provider.requests(putFilePart)).toHaveLength(parts))
    last.abort()
    await expect(third).rejects.toThrow()
    last = new AbortController()
  }
  // The message that uses the file may still be queued.
  await callOff(3)
  expect(provider.requests(deleteFile)).toEqual([])
  provider.on(createFile, () => ({ success: true, data: aFile([1], 'f2') }))
  await callOff(4)
  await vi.waitFor(() => expect(provider.requests(deleteFile)).toHaveLength(1))
})

it('MEDIA-01 a part that another upload of the same file has brought is not brought again', async () => {
  const provider = createFakeProvider()
    .on(createFile, () => ({ success: true, data: aFile([1, 2, 3]) }))
    .on(putFilePart, ({ params }) => ({ success: true, data: aFile(params.n === '1' ? [3] : []) }))
  const { signal } = new AbortController()
  await uploadFile(blob(), 'a.png', { signal, onProgress: () => undefined })
  expect(provider.requests(putFilePart).map(({ params }) => params.n)).toEqual(['1', '3'])
})
