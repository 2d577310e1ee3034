import type { Answer, Question } from './aside.ts'
import { convertFilm, lookAtFilm } from './convert-film.ts'

const answer = (said: Answer) => postMessage(said)

async function work({ source, isToConvert }: Question): Promise<Answer> {
  if (!isToConvert) return { looked: await lookAtFilm(source) }
  let said = 0
  return {
    converted: await convertFilm(source, (share) => {
      // As it is shown: nobody sees less than one in a hundred.
      if (Math.floor(share * 100) === said) return
      said = Math.floor(share * 100)
      answer({ share })
    }),
  }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  work(data).then(answer, (error: unknown) => answer({ failure: String(error) }))
})
