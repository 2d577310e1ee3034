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

export interface CopiedSound {
  blob: Blob
  /** Milliseconds. */
  durationMs: number
  channels: number
}

interface Copying {
  /** What the source may be in. */
  from: readonly InputFormat[]
  codec: AudioCodec
  into: OutputFormat
  mimeType: string
}

/**
 * The same packets of sound in another container: nothing is decoded, so nothing is lost and it takes a moment. What a recorder left
 * unfinished is read as far as it goes.
 * @throws when there is no sound of this codec in it
 */
export async function copySound(source: Blob, copying: Copying): Promise<CopiedSound> {
  const input = new Input({ source: new BlobSource(source), formats: [...copying.from] })
  try {
    return await copyOf(input, copying)
  } finally {
    input.dispose()
  }
}

async function copyOf(input: Input, { codec, into, mimeType }: Copying): Promise<CopiedSound> {
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig || (await track.getCodec()) !== codec) throw new Error(`There is no ${codec} in this sound`)
  const target = new BufferTarget()
  const output = new Output({ format: into, target })
  const copied = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(copied)
  await output.start()
  let begin: number | null = null
  let end = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // A recorder counts from when it was made, not from its first sound.
    begin ??= packet.timestamp
    const timestamp = packet.timestamp - begin
    end = timestamp + packet.duration
    await copied.add(packet.clone({ timestamp }), { decoderConfig })
  }
  await output.finalize()
  if (!target.buffer || begin === null) throw new Error('There is nothing in this sound')
  return {
    blob: new Blob([target.buffer], { type: mimeType }),
    durationMs: Math.round(end * 1_000),
    channels: decoderConfig.numberOfChannels,
  }
}
