import type { FileStore } from '../../kernel/file-store.ts'

export interface SoundFacts {
  /** Milliseconds; null: it does not say. */
  durationMs: number | null
  /** Null: it has no sound that can be read. */
  channels: number | null
}

const UNREAD: SoundFacts = { durationMs: null, channels: null }
const bytesOf = async (chunks: AsyncIterable<unknown>): Promise<Uint8Array> => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk as Uint8Array)
  return Buffer.concat(all)
}

/** How long a sound or film is, and in how many channels; what cannot be read is not said, and no reason to refuse it. */
export async function readSound(store: FileStore, tenantId: string, name: string): Promise<SoundFacts> {
  const size = await store.sizeOf(tenantId, name)
  if (size === null) return UNREAD
  // Comes with the first that is asked for.
  const { ADTS, CustomSource, Input, MP3, MP4, OGG } = await import('mediabunny')
  const read = (start: number, end: number) => bytesOf(store.read(tenantId, name, { start, end: end - 1 }))
  const input = new Input({
    source: new CustomSource({ getSize: () => size, read, prefetchProfile: 'fileSystem', handleUnhandledError: () => undefined }),
    formats: [OGG, MP4, MP3, ADTS],
  })
  try {
    const track = await input.getPrimaryAudioTrack()
    const seconds = await input.computeDuration()
    return {
      durationMs: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) : null,
      channels: track ? track.numberOfChannels : null,
    }
  } catch {
    return UNREAD
  } finally {
    input.dispose()
  }
}
