import { File as NodeFile } from 'node:buffer'
import type { VideoWorkerRequest, VideoWorkerResponse } from '@prosa/files/video/video-worker-client'
import { vi } from 'vitest'

/** Function that answers a request to the fake worker. It returns the answer at once, or sends it later by `respond`. */
export type FakeWorkerResponder = (
  request: VideoWorkerRequest,
  respond: (response: VideoWorkerResponse) => void,
) => VideoWorkerResponse | undefined

/** Answer for a video that needs no conversion. */
export const COPYABLE_VIDEO_RESPONSE: VideoWorkerResponse = {
  looked: { isVideo: true, plan: { video: 'copied', audio: 'none' } },
}

/** Creates a File of Node.js, because the content of jsdom's File cannot be read. */
export const createVideoFile = (name: string): File =>
  new NodeFile(['\0\0\0\x14ftypqt  \0\0\0\0qt  a film'], name) as unknown as File
export const createConvertedVideo = (text: string): Blob =>
  new NodeFile([text], 'made.mp4', { type: 'video/mp4' }) as unknown as Blob

/** Replaces the video worker by a fake that answers by `responder`. The result also counts the terminated workers. */
export function stubVideoWorker(responder: FakeWorkerResponder) {
  const workers = { responder, terminatedCount: 0 }
  class FakeWorker extends EventTarget {
    postMessage(request: VideoWorkerRequest) {
      const respond = (data: VideoWorkerResponse) => void this.dispatchEvent(new MessageEvent('message', { data }))
      const response = workers.responder(request, respond)
      if (response) queueMicrotask(() => respond(response))
    }
    terminate() {
      workers.terminatedCount++
    }
  }
  vi.stubGlobal('Worker', FakeWorker)
  return workers
}

/** Makes loading the worker's code fail. */
export const stubBrokenVideoWorker = (): void => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {
        queueMicrotask(() => this.dispatchEvent(new Event('error')))
      }
      terminate() {}
    },
  )
}
