import {
  type AudioCodec,
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  type InputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny'

export interface RepackagedAudio {
  blob: Blob
  /** Duration in milliseconds. */
  durationMs: number
  channels: number
}

interface RepackageOptions {
  /** Container formats in which the source may be. */
  inputFormats: readonly InputFormat[]
  codec: AudioCodec
  outputFormat: OutputFormat
  mimeType: string
}

/**
 * Copies the audio packets of a file into another container without decoding them, which is fast and lossless. If the recording is
 * unfinished, everything up to the first unreadable part is copied. @throws Error if the file has no audio track of this codec
 */
export async function repackageAudio(source: Blob, options: RepackageOptions): Promise<RepackagedAudio> {
  const input = new Input({ source: new BlobSource(source), formats: [...options.inputFormats] })
  try {
    return await copyPackets(input, options)
  } finally {
    input.dispose()
  }
}

async function copyPackets(input: Input, { codec, outputFormat, mimeType }: RepackageOptions): Promise<RepackagedAudio> {
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig || (await track.getCodec()) !== codec) throw new Error(`There is no ${codec} in this sound`)
  const target = new BufferTarget()
  const output = new Output({ format: outputFormat, target })
  const packetSource = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(packetSource)
  await output.start()
  let firstTimestamp: number | null = null
  let end = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // Timestamps begin at the first audio packet, because recorders count from their own creation.
    firstTimestamp ??= packet.timestamp
    const timestamp = packet.timestamp - firstTimestamp
    end = timestamp + packet.duration
    await packetSource.add(packet.clone({ timestamp }), { decoderConfig })
  }
  await output.finalize()
  if (!target.buffer || firstTimestamp === null) throw new Error('There is nothing in this sound')
  return {
    blob: new Blob([target.buffer], { type: mimeType }),
    durationMs: Math.round(end * 1_000),
    channels: decoderConfig.numberOfChannels,
  }
}
