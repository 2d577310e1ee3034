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
/** Factor for the next target size after a result was too large. Applied in addition to the ratio between limit and result. */
const SIZE_CORRECTION_FACTOR = 0.96
const MAX_AUDIO_CHANNELS = 2
const MAX_SAMPLE_RATE_HZ = 48_000
const MP4_TYPE = 'video/mp4'

export type VideoInspection = { isFilm: false } | { isFilm: true; plan: ConversionPlan }
export type VideoConversionResult = { film: Blob } | { refused: string }

/** Returns how this browser would convert a video, without converting it. `isFilm` is false if the file has no video track. */
export async function inspectVideo(source: Blob): Promise<VideoInspection> {
  const film = await openVideo(source)
  if (!film) return { isFilm: false }
  try {
    return { isFilm: true, plan: planConversion(await readVideoProperties(film, source.size), await detectCodecSupport(film)) }
  } finally {
    film.input.dispose()
  }
}

/**
 * Converts a video to an MP4 with H.264 and AAC, which WhatsApp accepts (MEDIA-06). Returns in `refused` the error message if this is not
 * possible. `onProgress` is called with values from 0 to 1.
 */
export async function convertVideo(source: Blob, onProgress: (share: number) => void): Promise<VideoConversionResult> {
  const film = await openVideo(source)
  if (!film) return { refused: VIDEO_UNSUPPORTED_MESSAGE }
  try {
    return await convertToSizeLimit(film, source, onProgress)
  } finally {
    film.input.dispose()
  }
}

async function convertToSizeLimit(
  film: OpenVideo,
  source: Blob,
  onProgress: (share: number) => void,
): Promise<VideoConversionResult> {
  const [known, can] = [await readVideoProperties(film, source.size), await detectCodecSupport(film)]
  let aim = TARGET_SIZE_SHARE
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    const plan = planConversion(known, can, aim)
    if (typeof plan !== 'string' && 'refused' in plan) return plan
    // Only the filename or the brand of the container is wrong: both tracks are copied.
    const making: TrackPlan = plan === 'as it is' ? { picture: 'copied', sound: known.sound ? 'copied' : 'none' } : plan
    const made = await convertByPlan(film, making, onProgress)
    if (!made) return { refused: VIDEO_UNSUPPORTED_MESSAGE }
    if (made.size <= VIDEO_MAX_BYTES) return { film: made }
    aim *= (VIDEO_MAX_BYTES / made.size) * SIZE_CORRECTION_FACTOR
  }
  return { refused: VIDEO_TOO_LARGE_MESSAGE }
}

type TrackPlan = Exclude<ConversionPlan, string | { refused: string }>

/** Converts a video as planned. Returns null if this browser cannot carry out the plan. */
async function convertByPlan(
  { input, picture, sound }: OpenVideo,
  plan: TrackPlan,
  onProgress: (share: number) => void,
): Promise<Blob | null> {
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
    video: (track) => (track.id === picture.id ? buildVideoOptions(plan) : { discard: true }),
    audio: (track) => (track.id === sound?.id ? buildAudioOptions(plan, track) : { discard: true }),
    copy: { shiftTolerance: Number.POSITIVE_INFINITY },
    // No tags: metadata such as the location of the recording must not be sent.
    tags: {},
    showWarnings: false,
  })
  const isWhole = conversion.utilizedTracks.length === (sound ? 2 : 1)
  if (!conversion.isValid || !isWhole) return null
  conversion.onProgress = onProgress
  await conversion.execute()
  return new Blob([target.buffer ?? new ArrayBuffer()], { type: MP4_TYPE })
}

function buildVideoOptions({ picture }: TrackPlan): ConversionVideoOptions {
  if (picture === 'copied') return { codec: 'avc' }
  const { width, height, bitrate, framesPerSecond } = picture
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

async function buildAudioOptions({ sound }: TrackPlan, track: NonNullable<OpenVideo['sound']>): Promise<ConversionAudioOptions> {
  if (typeof sound === 'string') return { codec: 'aac' }
  return {
    codec: 'aac',
    quality: new Quality({ bitrate: sound.bitrate }),
    numberOfChannels: Math.min(MAX_AUDIO_CHANNELS, await track.getNumberOfChannels()),
    sampleRate: Math.min(MAX_SAMPLE_RATE_HZ, await track.getSampleRate()),
    forceTranscode: true,
  }
}
