import { megabytes } from '@prosa/contract/rules/file-size'
import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files'

/** What is known of a film: what it is made of, how large and how long. */
export interface Film {
  readonly bytes: number
  readonly seconds: number
  /** In the container that WhatsApp takes, and nothing in it but one picture and at most one sound. */
  readonly isPlainMp4: boolean
  readonly picture: {
    /** H.264 as every phone plays it: copied as it is, wherever it goes. */
    readonly isCarried: boolean
    /** As it is shown. */
    readonly width: number
    readonly height: number
    readonly framesPerSecond: number
  }
  /** Null: it is silent. */
  readonly sound: { readonly isAac: boolean; readonly bitrate: number } | null
}

/** What this browser can do with it. */
export interface Abilities {
  /** Reads its picture and writes H.264. */
  readonly picture: boolean
  /** Reads its sound and writes AAC. */
  readonly sound: boolean
}

export interface Encoding {
  readonly width: number
  readonly height: number
  readonly bitrate: number
  /** Only where there are fewer than before. */
  readonly framesPerSecond?: number
}

export type Plan =
  /** It goes as it is. */
  | 'as it is'
  | { readonly picture: 'copied' | Encoding; readonly sound: 'copied' | 'none' | { readonly bitrate: number } }
  | { readonly refused: string }

const BYTE = 8
/** Below that nobody would want to see it (MEDIA-06). */
const LEAST_BITRATE = 400_000
/** Nothing that a phone shows in a conversation looks better above. */
const MOST_BITRATE = 4_000_000
/** H.264 wants more for the same picture than what is newer. */
const FOR_AN_OLDER_CODEC = 1.5
/** Of the room, how much is aimed at: encoders miss their mark, and a container has its own bytes. */
export const AIM = 0.93
const SOUND_BITRATES = [128_000, 96_000] as const
const FRAMES_MOST = 30
/** A film with a few more than 30, as 30.02 of a phone, keeps them. */
const FRAMES_TOLERATED = 32
/** How many pixels the shorter side has at most, by the bits there are for it. */
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
 * What becomes of a film so that WhatsApp takes it: what can be copied is, and the rest gets the bits that are left of 16 MB. `aim`: the
 * share of them that is aimed at, less after a first try came out too large.
 */
export function planFilm(film: Film, can: Abilities, aim = AIM): Plan {
  const { picture, sound, bytes } = film
  const mayCopySound = sound === null || sound.isAac
  if (!mayCopySound && !can.sound) return { refused: SOUND_NOT_CONVERTED }
  if (!picture.isCarried) return withNewPicture(film, can, aim)
  // What is copied weighs what it did.
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

/** No more bits than there is something to show with, and no more pixels than they are enough for. */
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

/** Encoders take pairs of pixels. */
const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2)
