import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { type Page, test } from '@playwright/test'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Output,
  type OutputFormat,
} from 'mediabunny'
import { fetchHistory } from './chat.ts'
import { getApiUrl } from './provider.ts'

const FRAME_S = 0.04
const AUDIO_FRAME_S = 0.02
const SMALL_FRAME_SIZE = { width: 320, height: 240 }
const LARGE_FRAME_SIZE = { width: 960, height: 540 }

const CODECS = { avc: 'avc1.42001f', vp8: 'vp8' } as const

interface EncodedFrames {
  chunks: readonly { data: string; isKey: boolean }[]
  description: string | null
}

/** Returns frames drawn and encoded by the browser. `isBusy` fills them with dots, so that each frame is large. */
const encodeFrames = (page: Page, codec: keyof typeof CODECS, count: number, isBusy: boolean): Promise<EncodedFrames> =>
  page.evaluate(
    async ({ name, total, width, height, dots }) => {
      const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      const chunks: { data: string; isKey: boolean }[] = []
      let description: string | null = null
      const encoder = new VideoEncoder({
        output: (chunk, about) => {
          const bytes = new Uint8Array(chunk.byteLength)
          chunk.copyTo(bytes)
          chunks.push({ data: base64(bytes), isKey: chunk.type === 'key' })
          const said = about?.decoderConfig?.description
          if (said) description = base64(new Uint8Array(said as ArrayBuffer))
        },
        error: (error) => {
          throw error
        },
      })
      encoder.configure({ codec: name, width, height, framerate: 25, bitrate: dots ? 40_000_000 : 400_000 })
      const context = new OffscreenCanvas(width, height).getContext('2d')
      if (!context) throw new Error('No canvas')
      for (let frame = 0; frame < total; frame++) {
        context.fillStyle = `hsl(${frame * 5} 60% 50%)`
        context.fillRect(0, 0, width, height)
        context.fillStyle = 'white'
        context.fillRect((frame * 7) % width, 90, 60, 60)
        for (let dot = 0; dot < (dots ? 130_000 : 0); dot++) {
          context.fillStyle = `hsl(${(dot * 137) % 360} 90% ${(dot * 31 + frame) % 100}%)`
          context.fillRect((dot * 7919) % width, (dot * 104_729) % height, 2, 2)
        }
        const picture = new VideoFrame(context.canvas, { timestamp: frame * 40_000, duration: 40_000 })
        encoder.encode(picture, { keyFrame: frame % 50 === 0 })
        picture.close()
      }
      await encoder.flush()
      return { chunks, description }
    },
    { name: CODECS[codec], total: count, dots: isBusy, ...(isBusy ? LARGE_FRAME_SIZE : SMALL_FRAME_SIZE) },
  )

const AUDIO_CODECS = {
  aac: { codec: 'mp4a.40.2', frame: Uint8Array.of(0x01, 0x18, 0x20, 0x07), description: Uint8Array.of(0x11, 0x88) },
  opus: {
    codec: 'opus',
    frame: Uint8Array.of(0xf8, 0xff, 0xfe),
    description: Uint8Array.of(...Buffer.from('OpusHead'), 1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0),
  },
} as const

interface VideoOptions {
  name: string
  into: OutputFormat
  codec: keyof typeof CODECS
  sound?: keyof typeof AUDIO_CODECS
  seconds: number
  /** Seconds between two frames; a long video may have few frames. */
  frameSeconds?: number
  /** Repeats the first, large frame: a large file without the time to encode it. */
  isHeavy?: boolean
}

/** Creates a video file: frames encoded by this browser, and a silent audio track. */
export async function createVideo(page: Page, film: VideoOptions): Promise<{ path: string; bytes: Buffer }> {
  const { name, into, codec, sound, seconds, frameSeconds = FRAME_S, isHeavy = false } = film
  const count = Math.round(seconds / frameSeconds)
  const { chunks, description } = await encodeFrames(page, codec, isHeavy ? 1 : count, isHeavy)
  const target = new BufferTarget()
  const output = new Output({ format: into, target })
  const pictures = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(pictures)
  const sounds = sound && new EncodedAudioPacketSource(sound)
  if (sounds) output.addAudioTrack(sounds)
  await output.start()
  const { width, height } = isHeavy ? LARGE_FRAME_SIZE : SMALL_FRAME_SIZE
  const decoderConfig = {
    codec: CODECS[codec],
    codedWidth: width,
    codedHeight: height,
    ...(description ? { description: Buffer.from(description, 'base64') } : {}),
  }
  for (let frame = 0; frame < count; frame++) {
    const chunk = chunks[isHeavy ? 0 : frame]
    if (!chunk) throw new Error('The browser made fewer pictures than it was given')
    const data = Buffer.from(chunk.data, 'base64')
    const packet = new EncodedPacket(data, chunk.isKey ? 'key' : 'delta', frame * frameSeconds, frameSeconds)
    await pictures.add(packet, { decoderConfig })
  }
  if (sounds && sound) {
    const { codec: name, frame, description: head } = AUDIO_CODECS[sound]
    const config = { codec: name, sampleRate: 48_000, numberOfChannels: 1, description: head }
    for (let at = 0; at < Math.round(seconds / AUDIO_FRAME_S); at++)
      await sounds.add(new EncodedPacket(frame, 'key', at * AUDIO_FRAME_S, AUDIO_FRAME_S), { decoderConfig: config })
  }
  await output.finalize()
  const bytes = Buffer.from(target.buffer ?? new ArrayBuffer())
  const path = test.info().outputPath(name)
  writeFileSync(path, bytes)
  return { path, bytes }
}

/** Returns a video's container, codecs, duration, and digests of its video packets. */
export async function readVideoMetadata(bytes: Buffer) {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const picture = await input.getPrimaryVideoTrack()
  const packets: string[] = []
  if (picture)
    for await (const { data } of new EncodedPacketSink(picture).packets())
      packets.push(createHash('sha1').update(data).digest('base64'))
  return {
    format: (await input.getFormat()).name,
    picture: (await picture?.getCodec()) ?? null,
    sound: (await (await input.getPrimaryAudioTrack())?.getCodec()) ?? null,
    seconds: await input.computeDuration(),
    packets,
  }
}

/** Returns the stored file with this name from the conversation. */
export async function fetchStoredVideo(page: Page, address: string, filename: string) {
  const message = (await fetchHistory(page, address)).find(({ attachment }) => attachment?.filename === filename)
  if (!message) throw new Error(`${filename} has not arrived`)
  const answer = await page.request.get(`${getApiUrl(page)}/media/${message.message_id}`)
  const bytes = await answer.body()
  return { type: answer.headers()['content-type'], size: bytes.byteLength, ...(await readVideoMetadata(bytes)) }
}
