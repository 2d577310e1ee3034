import type { VideoConversionResult, VideoInspection } from './convert-video.ts'

export interface VideoWorkerRequest {
  readonly source: Blob
  readonly shouldConvert: boolean
}

export type VideoWorkerResponse =
  | { share: number }
  | { looked: VideoInspection }
  | { converted: VideoConversionResult }
  | { failure: string }

interface ConversionOptions {
  signal?: AbortSignal
  /** Called with the progress of the conversion, from 0 to 1. */
  onProgress?: (fraction: number) => void
}

/**
 * Runs `inspectVideo` in a worker. The page stays responsive and loads the video library only when needed.
 * @throws Error if the worker cannot start or the video cannot be read
 */
export async function inspectVideoInWorker(source: Blob): Promise<VideoInspection> {
  const response = await runVideoWorker({ source, shouldConvert: false }, {})
  if ('looked' in response) return response.looked
  throw new Error('The worker said something else')
}

/**
 * Runs `convertVideo` in a worker. Aborting `signal` terminates the worker.
 * @throws the errors of `convertVideo`, or the abort reason of `signal`
 */
export async function convertVideoInWorker(source: Blob, options: ConversionOptions): Promise<VideoConversionResult> {
  const response = await runVideoWorker({ source, shouldConvert: true }, options)
  if ('converted' in response) return response.converted
  throw new Error('The worker said something else')
}

function runVideoWorker(request: VideoWorkerRequest, { signal, onProgress }: ConversionOptions): Promise<VideoWorkerResponse> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./video-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<VideoWorkerResponse>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('error', () => reject(new Error('The worker did not begin')))
    worker.addEventListener('message', ({ data }: MessageEvent<VideoWorkerResponse>) => {
      if ('share' in data) return onProgress?.(data.share)
      if ('failure' in data) reject(new Error(data.failure))
      else resolve(data)
    })
    worker.postMessage(request, [])
  }).finally(() => worker.terminate())
}
