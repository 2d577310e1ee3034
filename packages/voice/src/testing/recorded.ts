import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

const FRAME_S = 0.02

interface Sound {
  seconds: number
  channels?: number
  /** Timestamp of the first audio packet, in seconds. */
  from?: number
}

/** A packet of 20 ms of silence for each codec. */
const SILENCE: Readonly<Record<string, Uint8Array>> = {
  opus: Uint8Array.of(0xf8, 0xff, 0xfe),
  aac: Uint8Array.of(0x01, 0x18, 0x20, 0x07),
}

async function written(format: OutputFormat, codec: AudioCodec, description: Uint8Array, sound: Sound): Promise<Blob> {
  const { seconds, channels = 1, from = 0 } = sound
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = {
    codec: codec === 'opus' ? 'opus' : 'mp4a.40.2',
    sampleRate: 48_000,
    numberOfChannels: channels,
    description,
  }
  for (let frame = 0; frame < Math.round(seconds / FRAME_S); frame++) {
    const packet = new EncodedPacket(SILENCE[codec] ?? new Uint8Array(), 'key', from + frame * FRAME_S, FRAME_S)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer()], { type: format.mimeType })
}

const opusHead = (channels: number) =>
  Uint8Array.of(...new TextEncoder().encode('OpusHead'), 1, channels, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0)

/** Returns a recording in the format of Chromium. */
export const webm = (sound: Sound): Promise<Blob> => written(new WebMOutputFormat(), 'opus', opusHead(sound.channels ?? 1), sound)

/** Returns a recording in the format of browsers without Opus. */
export const mp4 = (sound: Sound): Promise<Blob> =>
  written(new Mp4OutputFormat({ fastStart: 'fragmented' }), 'aac', Uint8Array.of(0x11, 0x88), sound)
