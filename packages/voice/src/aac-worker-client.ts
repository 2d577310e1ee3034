import type { RepackagedAudio } from './repackage-audio.ts'

export type AacWorkerResponse = { sound: RepackagedAudio } | { failure: string }

/**
 * Runs `repackageAsAac` in a worker. The worker is a separate bundle that contains the large MP4 reader; only browsers that cannot record
 * Opus download it.
 * @throws the errors of `repackageAsAac`
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
