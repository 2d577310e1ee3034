import type { CopiedSound } from './copy-sound.ts'

export type PlainAnswer = { sound: CopiedSound } | { failure: string }

/**
 * Runs `asPlainAudio` in a worker. The MP4 reader is as large as the rest of the code, and a worker is a separate bundle, so that only
 * browsers without Opus download it. @throws like `asPlainAudio`
 */
export function asPlainAside(recorded: Blob): Promise<CopiedSound> {
  const worker = new Worker(new URL('./plain-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<CopiedSound>((resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker did not begin')))
    worker.addEventListener('message', ({ data }: MessageEvent<PlainAnswer>) =>
      'sound' in data ? resolve(data.sound) : reject(new Error(data.failure)),
    )
    worker.postMessage(recorded, [])
  }).finally(() => worker.terminate())
}
