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

const FRAME_SECONDS = 0.02

interface FakeRecordingOptions {
  seconds: number
  channels?: number
  /** Timestamp of the first audio packet, in seconds. */
  startSeconds?: number
}

/** One encoded packet of silence (20 ms), by codec. */
const SILENT_PACKETS: Readonly<Record<string, Uint8Array>> = {
  opus: Uint8Array.of(0xf8, 0xff, 0xfe),
  aac: Uint8Array.of(0x01, 0x18, 0x20, 0x07),
}

async function encodeRecording(
  format: OutputFormat,
  codec: AudioCodec,
  description: Uint8Array,
  options: FakeRecordingOptions,
): Promise<Blob> {
  const { seconds, channels = 1, startSeconds = 0 } = options
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
  for (let frame = 0; frame < Math.round(seconds / FRAME_SECONDS); frame++) {
    const packet = new EncodedPacket(
      SILENT_PACKETS[codec] ?? new Uint8Array(),
      'key',
      startSeconds + frame * FRAME_SECONDS,
      FRAME_SECONDS,
    )
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer()], { type: format.mimeType })
}

const buildOpusHeader = (channels: number) =>
  Uint8Array.of(...new TextEncoder().encode('OpusHead'), 1, channels, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0)

/** Creates a silent recording in the format of Chromium: WebM with Opus. */
export const createWebmRecording = (options: FakeRecordingOptions): Promise<Blob> =>
  encodeRecording(new WebMOutputFormat(), 'opus', buildOpusHeader(options.channels ?? 1), options)

/** Creates a silent recording in the format of browsers that cannot record Opus: fragmented MP4 with AAC. */
export const createMp4Recording = (options: FakeRecordingOptions): Promise<Blob> =>
  encodeRecording(new Mp4OutputFormat({ fastStart: 'fragmented' }), 'aac', Uint8Array.of(0x11, 0x88), options)
