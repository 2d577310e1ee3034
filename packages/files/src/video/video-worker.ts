import { convertVideo, inspectVideo } from './convert-video.ts'
import type { VideoWorkerRequest, VideoWorkerResponse } from './video-worker-client.ts'

const postResponse = (said: VideoWorkerResponse) => postMessage(said)

async function handleRequest({ source, isToConvert }: VideoWorkerRequest): Promise<VideoWorkerResponse> {
  if (!isToConvert) return { looked: await inspectVideo(source) }
  let said = 0
  return {
    converted: await convertVideo(source, (share) => {
      // Posts the progress only when the whole percentage changes, because the page displays no fractions.
      if (Math.floor(share * 100) === said) return
      said = Math.floor(share * 100)
      postResponse({ share })
    }),
  }
}

addEventListener('message', ({ data }: MessageEvent<VideoWorkerRequest>) => {
  handleRequest(data).then(postResponse, (error: unknown) => postResponse({ failure: String(error) }))
})
