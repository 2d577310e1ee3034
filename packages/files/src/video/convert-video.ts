import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files/accepted-files'
import {
  BufferTarget,
  Conversion,
  type ConversionAudioOptions,
  type ConversionVideoOptions,
  Mp4OutputFormat,
  Output,
  Quality,
} from 'mediabunny'
import { detectCodecSupport, type OpenVideo, openVideo, readVideoProperties } from './open-video.ts'
import {
  type ConversionPlan,
  planConversion,
  TARGET_SIZE_SHARE,
  VIDEO_TOO_LARGE_MESSAGE,
  VIDEO_UNSUPPORTED_MESSAGE,
} from './plan-conversion.ts'

const MAX_ATTEMPTS = 3
/** Additional reduction of the target size after a converted video was too large, because encoders may miss the target again. */
const SIZE_CORRECTION_FACTOR = 0.96
const MAX_AUDIO_CHANNELS = 2
const MAX_SAMPLE_RATE_HZ = 48_000
const MP4_TYPE = 'video/mp4'

export type VideoInspection = { isVideo: false } | { isVideo: true; plan: ConversionPlan }
export type VideoConversionResult = { video: Blob } | { refused: string }

/** Plans the conversion of a video, without converting it. The result has `isVideo: false` if the file has no video track. */
export async function inspectVideo(source: Blob): Promise<VideoInspection> {
  const video = await openVideo(source)
  if (!video) return { isVideo: false }
  try {
    return { isVideo: true, plan: planConversion(await readVideoProperties(video, source.size), await detectCodecSupport(video)) }
  } finally {
    video.input.dispose()
  }
}

/**
 * Converts a video to MP4 with H.264 and AAC, the formats that WhatsApp accepts (MEDIA-06). Returns an error message as `refused` if the
 * conversion is impossible.
 * @param onProgress called with the progress, from 0 to 1
 */
export async function convertVideo(source: Blob, onProgress: (fraction: number) => void): Promise<VideoConversionResult> {
  const video = await openVideo(source)
  if (!video) return { refused: VIDEO_UNSUPPORTED_MESSAGE }
  try {
    return await convertToSizeLimit(video, source, onProgress)
  } finally {
    video.input.dispose()
  }
}

async function convertToSizeLimit(
  video: OpenVideo,
  source: Blob,
  onProgress: (fraction: number) => void,
): Promise<VideoConversionResult> {
  const [properties, support] = [await readVideoProperties(video, source.size), await detectCodecSupport(video)]
  let targetShare = TARGET_SIZE_SHARE
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft--) {
    const plan = planConversion(properties, support, targetShare)
    if (typeof plan !== 'string' && 'refused' in plan) return plan
    // Copies both tracks: the video is already acceptable, but its filename or container brand is wrong.
    const trackPlan: TrackPlan = plan === 'as it is' ? { video: 'copied', audio: properties.audio ? 'copied' : 'none' } : plan
    const converted = await convertByPlan(video, trackPlan, onProgress)
    if (!converted) return { refused: VIDEO_UNSUPPORTED_MESSAGE }
    if (converted.size <= VIDEO_MAX_BYTES) return { video: converted }
    targetShare *= (VIDEO_MAX_BYTES / converted.size) * SIZE_CORRECTION_FACTOR
  }
  return { refused: VIDEO_TOO_LARGE_MESSAGE }
}

type TrackPlan = Exclude<ConversionPlan, string | { refused: string }>

/** Converts a video according to a plan. Returns null if this browser cannot carry out the plan. */
async function convertByPlan(
  { input, videoTrack, audioTrack }: OpenVideo,
  plan: TrackPlan,
  onProgress: (fraction: number) => void,
): Promise<Blob | null> {
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
    video: (track) => (track.id === videoTrack.id ? buildVideoOptions(plan) : { discard: true }),
    audio: (track) => (track.id === audioTrack?.id ? buildAudioOptions(plan, track) : { discard: true }),
    copy: { shiftTolerance: Number.POSITIVE_INFINITY },
    // Removes all tags, because metadata such as the recording location must not be sent.
    tags: {},
    showWarnings: false,
  })
  const usesAllTracks = conversion.utilizedTracks.length === (audioTrack ? 2 : 1)
  if (!conversion.isValid || !usesAllTracks) return null
  conversion.onProgress = onProgress
  await conversion.execute()
  return new Blob([target.buffer ?? new ArrayBuffer()], { type: MP4_TYPE })
}

function buildVideoOptions({ video }: TrackPlan): ConversionVideoOptions {
  if (video === 'copied') return { codec: 'avc' }
  const { width, height, bitrate, framesPerSecond } = video
  return {
    codec: 'avc',
    width,
    height,
    fit: 'fill',
    quality: new Quality({ bitrate, bitrateMode: 'variable' }),
    forceTranscode: true,
    ...(framesPerSecond ? { frameRate: framesPerSecond } : {}),
  }
}

async function buildAudioOptions(
  { audio }: TrackPlan,
  track: NonNullable<OpenVideo['audioTrack']>,
): Promise<ConversionAudioOptions> {
  if (typeof audio === 'string') return { codec: 'aac' }
  return {
    codec: 'aac',
    quality: new Quality({ bitrate: audio.bitrate }),
    numberOfChannels: Math.min(MAX_AUDIO_CHANNELS, await track.getNumberOfChannels()),
    sampleRate: Math.min(MAX_SAMPLE_RATE_HZ, await track.getSampleRate()),
    forceTranscode: true,
  }
}
