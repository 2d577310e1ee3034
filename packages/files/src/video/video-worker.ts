import type { Answer, Question } from './aside.ts'
import { convertFilm, lookAtFilm } from './convert-film.ts'

const answer = (said: Answer) => postMessage(said)

async function work({ source, isToConvert }: Question): Promise<Answer> {
  if (!isToConvert) return { looked: await lookAtFilm(source) }
  let said = 0
  return {
    converted: await convertFilm(source, (share) => {
      // Reports only whole per cents, because the display shows no fractions.
      if (Math.floor(share * 100) === said) return
      said = Math.floor(share * 100)
      answer({ share })
    }),
  }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  work(data).then(answer, (error: unknown) => answer({ failure: String(error) }))
})
