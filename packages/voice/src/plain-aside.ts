import type { CopiedSound } from './copy-sound.ts'

export type PlainAnswer = { sound: CopiedSound } | { failure: string }

/**
 * `asPlainAudio` in a worker: what reads MP4 weighs as much as all the rest, and a worker is bundled by itself, so that only browsers without
 * Opus fetch it. @throws as it does
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
