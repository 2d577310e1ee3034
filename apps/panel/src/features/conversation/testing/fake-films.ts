import { File as NodeFile } from 'node:buffer'
import type { Answer, Question } from '@prosa/files/video/aside'
import { vi } from 'vitest'

/** Answer of the fake worker, returned at once or sent later by `tell`. */
export type Says = (question: Question, tell: (answer: Answer) => void) => Answer | undefined

/** Answer for a video that can be copied without conversion. */
export const COPIED: Answer = { looked: { isFilm: true, plan: { picture: 'copied', sound: 'none' } } }

/** Creates a File of Node, because the contents of jsdom's cannot be read. */
export const movie = (name: string): File => new NodeFile(['\0\0\0\x14ftypqt  \0\0\0\0qt  a film'], name) as unknown as File
export const made = (text: string): Blob => new NodeFile([text], 'made.mp4', { type: 'video/mp4' }) as unknown as Blob

/** Fake of the video worker, which answers by `says`. `ended`: number of terminated workers. */
export function fakeFilms(says: Says) {
  const films = { says, ended: 0 }
  class FakeWorker extends EventTarget {
    postMessage(question: Question) {
      const tell = (data: Answer) => void this.dispatchEvent(new MessageEvent('message', { data }))
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
export const withoutFilms = (): void => {
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
