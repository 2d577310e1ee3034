import { megabytes } from '@prosa/contract/rules/file-size'
import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files'

/** Properties of a video: tracks, size in bytes and duration in seconds. */
export interface Film {
  readonly bytes: number
  readonly seconds: number
  /** Whether it is an MP4 with exactly one video track and at most one audio track. */
  readonly isPlainMp4: boolean
  readonly picture: {
    /** Whether WhatsApp accepts the video track as it is: it is H.264 that every phone plays. */
    readonly isCarried: boolean
    /** Size in pixels as displayed, after rotation. */
    readonly width: number
    readonly height: number
    readonly framesPerSecond: number
  }
  /** Null if it has no audio. */
  readonly sound: { readonly isAac: boolean; readonly bitrate: number } | null
}

/** Decoding and encoding that this browser supports. */
export interface Abilities {
  /** It can decode the video track and encode H.264. */
  readonly picture: boolean
  /** It can decode the audio track and encode AAC. */
  readonly sound: boolean
}

export interface Encoding {
  readonly width: number
  readonly height: number
  readonly bitrate: number
  /** Set only if the frame rate is reduced. */
  readonly framesPerSecond?: number
}

export type Plan =
  /** The file is sent unchanged. */
  | 'as it is'
  | { readonly picture: 'copied' | Encoding; readonly sound: 'copied' | 'none' | { readonly bitrate: number } }
  | { readonly refused: string }

const BYTE = 8
/** Minimum video bitrate in bit/s; the quality below it is unacceptable (MEDIA-06). */
const LEAST_BITRATE = 400_000
/** Maximum video bitrate in bit/s; a higher one is no visible improvement on a phone. */
const MOST_BITRATE = 4_000_000
/** Factor by which H.264 needs more bits than newer codecs for the same quality. */
const FOR_AN_OLDER_CODEC = 1.5
/** Share of the size limit to aim at, because encoders miss their target bitrate and the container adds bytes. */
export const AIM = 0.93
const SOUND_BITRATES = [128_000, 96_000] as const
const FRAMES_MOST = 30
/** Maximum frame rate that is not reduced: phones record slightly more than 30, such as 30.02. */
const FRAMES_TOLERATED = 32
/** Maximum length of the shorter side in pixels, by bitrate. */
const SHORTER_SIDES = [
  { from: 2_500_000, pixels: 1_080 },
  { from: 1_000_000, pixels: 720 },
  { from: 0, pixels: 480 },
] as const

export const DOES_NOT_FIT = `Este vídeo não cabe em ${megabytes(VIDEO_MAX_BYTES)} MB nem reduzido.`
const INSTEAD = 'Abra a Prosa no Chrome ou no Edge, ou envie um MP4 (H.264 e AAC) de até 16 MB.'
export const PICTURE_NOT_CONVERTED = `Este navegador não converte este vídeo. ${INSTEAD}`
export const SOUND_NOT_CONVERTED = `Este navegador não converte o som deste vídeo. ${INSTEAD}`

/**
 * Returns how to convert a video so that WhatsApp accepts it. Copies tracks where possible, and encodes the others with the bits that
 * remain of 16 MB. `aim`: share of the limit to aim at; lower after an attempt gave a result that is too large.
 */
export function planFilm(film: Film, can: Abilities, aim = AIM): Plan {
  const { picture, sound, bytes } = film
  const mayCopySound = sound === null || sound.isAac
  if (!mayCopySound && !can.sound) return { refused: SOUND_NOT_CONVERTED }
  if (!picture.isCarried) return withNewPicture(film, can, aim)
  // A copied track keeps its size.
  const room = (VIDEO_MAX_BYTES * aim) / AIM
  if (mayCopySound && bytes <= room) return film.isPlainMp4 ? 'as it is' : { picture: 'copied', sound: sound ? 'copied' : 'none' }
  const [bitrate] = SOUND_BITRATES
  if (!mayCopySound && bytes + (bitrate * film.seconds) / BYTE <= room) return { picture: 'copied', sound: { bitrate } }
  return withNewPicture(film, can, aim)
}

function withNewPicture(film: Film, can: Abilities, aim: number): Plan {
  const { sound, seconds } = film
  const left = (soundBitrate: number) => (VIDEO_MAX_BYTES * aim * BYTE) / seconds - soundBitrate
  const copied = !sound
    ? [{ as: 'none' as const, bitrate: 0 }]
    : sound.isAac
      ? [{ as: 'copied' as const, bitrate: sound.bitrate }]
      : []
  const made = sound && can.sound ? SOUND_BITRATES.map((bitrate) => ({ as: { bitrate }, bitrate })) : []
  const fitting = [...copied, ...made].find(({ bitrate }) => left(bitrate) >= LEAST_BITRATE)
  if (!fitting) return { refused: DOES_NOT_FIT }
  if (!can.picture) return { refused: PICTURE_NOT_CONVERTED }
  return { picture: encodingOf(film, left(fitting.bitrate)), sound: fitting.as }
}

/**
 * Returns the encoding for a bitrate of at most `left`: no more bits than the original's quality needs, and no more pixels than the bits
 * suffice for.
 */
function encodingOf({ picture, bytes, seconds }: Film, left: number): Encoding {
  const worth = ((bytes * BYTE) / seconds) * FOR_AN_OLDER_CODEC
  const bitrate = Math.round(Math.min(left, MOST_BITRATE, Math.max(LEAST_BITRATE, worth)))
  const shorter = SHORTER_SIDES.find(({ from }) => bitrate >= from)?.pixels ?? 0
  const scale = Math.min(1, shorter / Math.min(picture.width, picture.height))
  return {
    width: even(picture.width * scale),
    height: even(picture.height * scale),
    bitrate,
    ...(picture.framesPerSecond > FRAMES_TOLERATED ? { framesPerSecond: FRAMES_MOST } : {}),
  }
}

/** Rounds to an even number of pixels, which encoders require. */
const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2)
