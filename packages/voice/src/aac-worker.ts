import type { AacWorkerResponse } from './aac-worker-client.ts'
import { repackageAsAac } from './repackage-as-aac.ts'

const postResponse = (response: AacWorkerResponse) => postMessage(response)

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  repackageAsAac(data).then(
    (sound) => postResponse({ sound }),
    (error: unknown) => postResponse({ failure: String(error) }),
  )
})
