import type { Converted, Looked } from './convert-film.ts'

export interface Question {
  readonly source: Blob
  readonly isToConvert: boolean
}

export type Answer = { share: number } | { looked: Looked } | { converted: Converted } | { failure: string }

interface Aside {
  signal?: AbortSignal
  /** From 0 to 1. */
  onProgress?: (share: number) => void
}

/** What would become of a film, told by a worker: what reads and writes films is its own, and a page goes on meanwhile. @throws where none begins, or nothing here reads it */
export async function lookAside(source: Blob): Promise<Looked> {
  const said = await ask({ source, isToConvert: false }, {})
  if ('looked' in said) return said.looked
  throw new Error('The worker said something else')
}

/** `convertFilm` in a worker, which goes with what it holds when it is called off. @throws as it does; what the signal was aborted with */
export async function convertAside(source: Blob, aside: Aside): Promise<Converted> {
  const said = await ask({ source, isToConvert: true }, aside)
  if ('converted' in said) return said.converted
  throw new Error('The worker said something else')
}

function ask(question: Question, { signal, onProgress }: Aside): Promise<Answer> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./video-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Answer>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('error', () => reject(new Error('The worker did not begin')))
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if ('share' in data) return onProgress?.(data.share)
      if ('failure' in data) reject(new Error(data.failure))
      else resolve(data)
    })
    worker.postMessage(question, [])
  }).finally(() => worker.terminate())
}
