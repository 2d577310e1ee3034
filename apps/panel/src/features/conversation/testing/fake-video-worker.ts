import { File as NodeFile } from 'node:buffer'
import type { VideoWorkerRequest, VideoWorkerResponse } from '@prosa/files/video/video-worker-client'
import { vi } from 'vitest'

/** Answer of the fake worker, returned at once or sent later by `tell`. */
export type FakeWorkerResponder = (
  question: VideoWorkerRequest,
  tell: (answer: VideoWorkerResponse) => void,
) => VideoWorkerResponse | undefined

/** Answer for a video that can be copied without conversion. */
export const COPYABLE_VIDEO_ANSWER: VideoWorkerResponse = { looked: { isFilm: true, plan: { picture: 'copied', sound: 'none' } } }

/** Creates a File of Node, because the contents of jsdom's cannot be read. */
export const createVideoFile = (name: string): File =>
  new NodeFile(['\0\0\0\x14ftypqt  \0\0\0\0qt  a film'], name) as unknown as File
export const createConvertedVideo = (text: string): Blob =>
  new NodeFile([text], 'made.mp4', { type: 'video/mp4' }) as unknown as Blob

/** Fake of the video worker, which answers by `says`. `ended`: number of terminated workers. */
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

/** Makes the worker's code fail to load. */
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
