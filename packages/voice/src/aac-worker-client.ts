import type { RepackagedAudio } from './repackage-audio.ts'

export type AacWorkerResponse = { sound: RepackagedAudio } | { failure: string }

/**
 * Runs `repackageAsAac` in a worker. The code that reads MP4 doubles the size of the bundle; in a worker it is a separate bundle, which
 * only browsers that cannot record Opus download. @throws Error like `repackageAsAac`
 */
export function repackageAsAacInWorker(recorded: Blob): Promise<RepackagedAudio> {
  const worker = new Worker(new URL('./aac-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<RepackagedAudio>((resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker did not begin')))
    worker.addEventListener('message', ({ data }: MessageEvent<AacWorkerResponse>) =>
      'sound' in data ? resolve(data.sound) : reject(new Error(data.failure)),
    )
    worker.postMessage(recorded, [])
  }).finally(() => worker.terminate())
}
