import { asPlainAudio } from './as-plain.ts'
import type { PlainAnswer } from './plain-aside.ts'

const answer = (said: PlainAnswer) => postMessage(said)

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  asPlainAudio(data).then(
    (sound) => answer({ sound }),
    (error: unknown) => answer({ failure: String(error) }),
  )
})
