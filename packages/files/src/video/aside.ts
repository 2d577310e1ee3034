import type { Converted, Looked } from './convert-film.ts'

export interface Question {
  readonly source: Blob
  readonly isToConvert: boolean
}

export type Answer = { share: number } | { looked: Looked } | { converted: Converted } | { failure: string }

interface Aside {
  signal?: AbortSignal
  /** Progress from 0 to 1. */
  onProgress?: (share: number) => void
}

/**
 * Runs `lookAtFilm` in a worker: the video library is a separate bundle, and the page stays responsive. @throws if no worker starts, or the
 * video cannot be read
 */
export async function lookAside(source: Blob): Promise<Looked> {
  const said = await ask({ source, isToConvert: false }, {})
  if ('looked' in said) return said.looked
  throw new Error('The worker said something else')
}

/** Runs `convertFilm` in a worker, which is terminated when `signal` aborts. @throws like `convertFilm`, or the reason of the abort */
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
