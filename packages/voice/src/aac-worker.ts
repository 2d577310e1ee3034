import type { AacWorkerResponse } from './aac-worker-client.ts'
import { repackageAsAac } from './repackage-as-aac.ts'

const postResponse = (said: AacWorkerResponse) => postMessage(said)

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  repackageAsAac(data).then(
    (sound) => postResponse({ sound }),
    (error: unknown) => postResponse({ failure: String(error) }),
  )
})
