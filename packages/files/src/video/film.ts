import {
  BlobSource,
  canEncodeAudio,
  canEncodeVideo,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  Quality,
  WEBM,
} from 'mediabunny'
import type { Abilities, Film } from './plan.ts'

/** What films may come in. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM]
/** Enough of a film to tell how many pictures it has a second. */
const SAMPLED_PACKETS = 100
const BASELINE = 0x42
const MAIN = 0x4d
const HIGH = 0x64
/** The usual one, to ask whether there is any at all. */
const SOUND = { numberOfChannels: 2, sampleRate: 48_000, quality: new Quality({ bitrate: 128_000 }) }

export interface OpenFilm {
  readonly input: Input
  readonly picture: InputVideoTrack
  readonly sound: InputAudioTrack | null
}

/** @returns null when it has no picture: it is no film. @throws when nothing here reads it */
export async function openFilm(source: Blob): Promise<OpenFilm | null> {
  const input = new Input({ source: new BlobSource(source), formats: FORMATS })
  const picture = await input.getPrimaryVideoTrack()
  return picture && { input, picture, sound: await input.getPrimaryAudioTrack() }
}

/** What there is to know of it before it is decided what becomes of it. */
export async function filmOf({ input, picture, sound }: OpenFilm, bytes: number): Promise<Film> {
  const others = (await input.getTracks()).length - (sound ? 2 : 1)
  return {
    bytes,
    seconds: await input.computeDuration(),
    isPlainMp4: (await input.getFormat()) === MP4 && others === 0,
    picture: {
      isCarried: await isCarried(picture),
      width: await picture.getDisplayWidth(),
      height: await picture.getDisplayHeight(),
      framesPerSecond: (await picture.computePacketStats(SAMPLED_PACKETS)).averagePacketRate,
    },
    sound: sound && {
      isAac: (await sound.getCodec()) === 'aac',
      bitrate: (await sound.computePacketStats(SAMPLED_PACKETS)).averageBitrate,
    },
  }
}

/** What this browser can do with a film. */
export async function abilitiesWith({ picture, sound }: OpenFilm): Promise<Abilities> {
  return {
    picture: (await picture.canDecode()) && (await canEncodeVideo('avc')),
    sound: sound !== null && (await sound.canDecode()) && (await canEncodeAudio('aac', SOUND)),
  }
}

/** H.264 that WhatsApp carries: of no profile for studios, and of the High one without pictures that are told out of order. */
async function isCarried(picture: InputVideoTrack): Promise<boolean> {
  if ((await picture.getCodec()) !== 'avc') return false
  const profile = Number.parseInt((await picture.getCodecParameterString())?.split('.')[1]?.slice(0, 2) ?? '', 16)
  if (profile === BASELINE || profile === MAIN) return true
  return profile === HIGH && !(await isOutOfOrder(picture))
}

async function isOutOfOrder(picture: InputVideoTrack): Promise<boolean> {
  let latest = Number.NEGATIVE_INFINITY
  for await (const { timestamp } of new EncodedPacketSink(picture).packets(undefined, undefined, { metadataOnly: true })) {
    if (timestamp < latest) return true
    latest = timestamp
  }
  return false
}
