import { convertVideo, inspectVideo } from './convert-video.ts'
import type { VideoWorkerRequest, VideoWorkerResponse } from './video-worker-client.ts'

const postResponse = (response: VideoWorkerResponse) => postMessage(response)

async function handleRequest({ source, shouldConvert }: VideoWorkerRequest): Promise<VideoWorkerResponse> {
  if (!shouldConvert) return { looked: await inspectVideo(source) }
  let lastPercent = 0
  return {
    converted: await convertVideo(source, (share) => {
      // Reports progress only when the whole percentage changes, because the page displays no fractions.
      if (Math.floor(share * 100) === lastPercent) return
      lastPercent = Math.floor(share * 100)
      postResponse({ share })
    }),
  }
}

addEventListener('message', ({ data }: MessageEvent<VideoWorkerRequest>) => {
  handleRequest(data).then(postResponse, (error: unknown) => postResponse({ failure: String(error) }))
})
