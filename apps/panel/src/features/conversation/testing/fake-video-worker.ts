import { File as NodeFile } from 'node:buffer'
import type { VideoWorkerRequest, VideoWorkerResponse } from '@prosa/files/video/video-worker-client'
import { vi } from 'vitest'

/** Function that answers a request to the fake worker: it returns the answer at once, or sends it later by `tell`. */
export type FakeWorkerResponder = (
  question: VideoWorkerRequest,
  tell: (answer: VideoWorkerResponse) => void,
) => VideoWorkerResponse | undefined

/** Answer for a video that needs no conversion. */
export const COPYABLE_VIDEO_ANSWER: VideoWorkerResponse = { looked: { isFilm: true, plan: { picture: 'copied', sound: 'none' } } }

/** Creates a File of Node.js, because the content of jsdom's File cannot be read. */
export const createVideoFile = (name: string): File =>
  new NodeFile(['\0\0\0\x14ftypqt  \0\0\0\0qt  a film'], name) as unknown as File
export const createConvertedVideo = (text: string): Blob =>
  new NodeFile([text], 'made.mp4', { type: 'video/mp4' }) as unknown as Blob

/** Replaces the video worker by a fake that answers by `says`. `ended`: number of terminated workers. */
export function stubVideoWorker(says: FakeWorkerResponder) {
  const films = { says, ended: 0 }
  class FakeWorker extends EventTarget {
    postMessage(question: VideoWorkerRequest) {
      const tell = (data: VideoWorkerResponse) => void this.dispatchEvent(new MessageEvent('message', { data }))
      const answer = films.says(question, tell)
      if (answer) queueMicrotask(() => tell(answer))
    }
    terminate() {
      films.ended++
    }
  }
  vi.stubGlobal('Worker', FakeWorker)
  return films
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
