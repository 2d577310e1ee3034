import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files'
import {
  BufferTarget,
  Conversion,
  type ConversionAudioOptions,
  type ConversionVideoOptions,
  Mp4OutputFormat,
  Output,
  Quality,
} from 'mediabunny'
import { abilitiesWith, filmOf, type OpenFilm, openFilm } from './film.ts'
import { AIM, DOES_NOT_FIT, PICTURE_NOT_CONVERTED, type Plan, planFilm } from './plan.ts'

const TRIES = 3
/** Factor for the target size after a result that is too large, in addition to the ratio by which it exceeded the limit. */
const FURTHER_BELOW = 0.96
const CHANNELS_MOST = 2
const HZ_MOST = 48_000
const MP4_TYPE = 'video/mp4'

export type Looked = { isFilm: false } | { isFilm: true; plan: Plan }
export type Converted = { film: Blob } | { refused: string }

/** Returns the conversion plan for a video in this browser, without converting it. */
export async function lookAtFilm(source: Blob): Promise<Looked> {
  const film = await openFilm(source)
  if (!film) return { isFilm: false }
  try {
    return { isFilm: true, plan: planFilm(await filmOf(film, source.size), await abilitiesWith(film)) }
  } finally {
    film.input.dispose()
  }
}

/** Converts a video to an MP4 of H.264 and AAC that WhatsApp accepts (MEDIA-06). `onProgress` receives a value from 0 to 1. */
export async function convertFilm(source: Blob, onProgress: (share: number) => void): Promise<Converted> {
  const film = await openFilm(source)
  if (!film) return { refused: PICTURE_NOT_CONVERTED }
  try {
    return await fitted(film, source, onProgress)
  } finally {
    film.input.dispose()
  }
}

async function fitted(film: OpenFilm, source: Blob, onProgress: (share: number) => void): Promise<Converted> {
  const [known, can] = [await filmOf(film, source.size), await abilitiesWith(film)]
  let aim = AIM
  for (let left = TRIES; left > 0; left--) {
    const plan = planFilm(known, can, aim)
    if (typeof plan !== 'string' && 'refused' in plan) return plan
    // Only the filename or the brand of the container is wrong: copies both tracks.
    const making: Making = plan === 'as it is' ? { picture: 'copied', sound: known.sound ? 'copied' : 'none' } : plan
    const made = await written(film, making, onProgress)
    if (!made) return { refused: PICTURE_NOT_CONVERTED }
    if (made.size <= VIDEO_MAX_BYTES) return { film: made }
    aim *= (VIDEO_MAX_BYTES / made.size) * FURTHER_BELOW
  }
  return { refused: DOES_NOT_FIT }
}

type Making = Exclude<Plan, string | { refused: string }>

/** Converts a video by a plan. Returns null if this browser cannot do it. */
async function written(
  { input, picture, sound }: OpenFilm,
  plan: Making,
  onProgress: (share: number) => void,
): Promise<Blob | null> {
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
    video: (track) => (track.id === picture.id ? pictureOptions(plan) : { discard: true }),
    audio: (track) => (track.id === sound?.id ? soundOptions(plan, track) : { discard: true }),
    copy: { shiftTolerance: Number.POSITIVE_INFINITY },
    // Removes metadata, such as the location of the recording.
    tags: {},
    showWarnings: false,
  })
  const isWhole = conversion.utilizedTracks.length === (sound ? 2 : 1)
  if (!conversion.isValid || !isWhole) return null
  conversion.onProgress = onProgress
  await conversion.execute()
  return new Blob([target.buffer ?? new ArrayBuffer()], { type: MP4_TYPE })
}

function pictureOptions({ picture }: Making): ConversionVideoOptions {
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

async function soundOptions({ sound }: Making, track: NonNullable<OpenFilm['sound']>): Promise<ConversionAudioOptions> {
  if (typeof sound === 'string') return { codec: 'aac' }
  return {
    codec: 'aac',
    quality: new Quality({ bitrate: sound.bitrate }),
    numberOfChannels: Math.min(CHANNELS_MOST, await track.getNumberOfChannels()),
    sampleRate: Math.min(HZ_MOST, await track.getSampleRate()),
    forceTranscode: true,
  }
}
