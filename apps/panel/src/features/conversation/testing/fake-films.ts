import { File as NodeFile } from 'node:buffer'
import type { Answer, Question } from '@prosa/files/video/aside'
import { vi } from 'vitest'

/** What the worker says of what it is asked, at once or, by `tell`, later. */
export type Says = (question: Question, tell: (answer: Answer) => void) => Answer | undefined

/** Of a film that can be copied. */
export const COPIED: Answer = { looked: { isFilm: true, plan: { picture: 'copied', sound: 'none' } } }

/** Of Node: those of the test's browser cannot be read. */
export const movie = (name: string): File => new NodeFile(['\0\0\0\x14ftypqt  \0\0\0\0qt  a film'], name) as unknown as File
export const made = (text: string): Blob => new NodeFile([text], 'made.mp4', { type: 'video/mp4' }) as unknown as Blob

/** Films are read and written by a worker beside the page: here by what `says` says. `ended`: how many have gone. */
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

/** The code of the worker does not come. */
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
