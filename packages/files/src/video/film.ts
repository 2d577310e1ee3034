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

/** Container formats of videos that can be read. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM]
/** Number of packets from which the frame rate is determined. */
const SAMPLED_PACKETS = 100
const BASELINE = 0x42
const MAIN = 0x4d
const HIGH = 0x64
/** A common audio configuration, for checking whether the browser can encode AAC. */
const SOUND = { numberOfChannels: 2, sampleRate: 48_000, quality: new Quality({ bitrate: 128_000 }) }

export interface OpenFilm {
  readonly input: Input
  readonly picture: InputVideoTrack
  readonly sound: InputAudioTrack | null
}

/** Opens a video. Returns null if it has no video track. @throws if the format cannot be read */
export async function openFilm(source: Blob): Promise<OpenFilm | null> {
  const input = new Input({ source: new BlobSource(source), formats: FORMATS })
  const picture = await input.getPrimaryVideoTrack()
  return picture && { input, picture, sound: await input.getPrimaryAudioTrack() }
}

/** Returns the properties of a video that the conversion plan depends on. */
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

/** Returns what this browser can decode and encode for a video. */
export async function abilitiesWith({ picture, sound }: OpenFilm): Promise<Abilities> {
  return {
    picture: (await picture.canDecode()) && (await canEncodeVideo('avc')),
    sound: sound !== null && (await sound.canDecode()) && (await canEncodeAudio('aac', SOUND)),
  }
}

/** Returns whether WhatsApp accepts a video track: H.264 with the profile Baseline or Main, or High with frames in display order. */
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
