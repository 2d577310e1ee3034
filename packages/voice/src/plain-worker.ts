import { repackageAsAac } from './as-plain.ts'
import type { AacWorkerResponse } from './plain-aside.ts'

const postResponse = (said: AacWorkerResponse) => postMessage(said)

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  repackageAsAac(data).then(
    (sound) => postResponse({ sound }),
    (error: unknown) => postResponse({ failure: String(error) }),
  )
})
