import type { RepackagedAudio } from './repackage-audio.ts'

export type AacWorkerResponse = { sound: RepackagedAudio } | { failure: string }

/**
 * Runs `repackageAsAac` in a worker. The MP4 reader is as large as the rest of the code, and a worker is a separate bundle, so that only
 * browsers without Opus download it. @throws like `repackageAsAac`
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
