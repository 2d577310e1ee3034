import type { WebchatMessage } from '@prosa/contract/calls/webchat'
import { convertAside } from '@prosa/files/video/aside'
import { NOT_CONVERTED } from '@prosa/files/video/words'
import { type Failed, failed, type Result, send as sendMessage } from '../api.ts'
import type { Unsent } from '../outbox.ts'
import { createBlobs, type Kept } from './blobs.ts'
import type { LatePorts } from './ports.ts'
import type { Ready } from './ready.ts'
import { createTray } from './tray.ts'
import { upload } from './upload.ts'
import { createVoice } from './voice.ts'
import './files.css'

const GONE = 'O arquivo não está mais neste navegador. Anexe-o de novo.'
const NOT_KEPT = 'Não feche esta aba até terminar: este navegador não guarda arquivos.'

/** Creates everything that files and voice messages need. This lazy chunk is loaded at the first press. */
export const createLate = (ports: LatePorts) => {
  const blobs = createBlobs()
  const running = new Map<string, AbortController>()
  const addresses = new Map<string, string>()

  const show = (key: string, blob: Blob, share: number | null, isPreparing = false) => {
    const address = addresses.get(key) ?? URL.createObjectURL(blob)
    addresses.set(key, address)
    ports.show(key, { address, share, isPreparing })
  }
  const put = ({ blob, name, as, converts }: Ready, caption: string) => {
    const key = crypto.randomUUID()
    show(key, blob, null)
    void blobs.keep(key, { blob, converts }).then((isKept) => {
      if (!isKept) tray.say(NOT_KEPT)
    })
    ports.put(caption, { key, file: { name, size: blob.size, as } })
  }
  const tray = createTray(ports, put)
  const voice = createVoice(ports, put)

  /** Returns the bytes to send. A video that must be converted is converted once and stored, so that a retry does not repeat it. */
  const madeOf = async (key: string, { blob, converts }: Kept, signal: AbortSignal): Promise<Blob | Failed> => {
    if (!converts) return blob
    const onProgress = (share: number) => show(key, blob, share, true)
    const made = await convertAside(blob, { signal, onProgress }).catch(() => ({ refused: NOT_CONVERTED }))
    if ('refused' in made) return { ...failed('refused'), words: made.refused }
    if (!signal.aborted) await blobs.keep(key, { blob: made.film })
    return made.film
  }
  const bring = async (key: string, kept: Kept, name: string, signal: AbortSignal): Promise<string | Failed> => {
    const made = await madeOf(key, kept, signal)
    if ('ok' in made) return made
    return upload(made, name, { agentId: ports.agentId, signal, onProgress: (share) => show(key, kept.blob, share) })
  }

  return {
    take: tray.take,
    carries: tray.carries,
    sendWith: tray.sendWith,
    record: voice.record,
    /** Uploads a file and sends its message. Can be retried safely, because the key stays the same. */
    send: async ({ key, content, file }: Unsent): Promise<Result<{ message: WebchatMessage }>> => {
      const kept = await blobs.find(key)
      if (!kept || !file) return { ...failed('refused'), words: GONE }
      const over = new AbortController()
      running.set(key, over)
      const id = await bring(key, kept, file.name, over.signal)
      running.delete(key)
      if (typeof id !== 'string') return id
      const sent = await sendMessage(ports.agentId, key, content, { file_id: id, as: file.as })
      if (sent.ok) blobs.drop(key)
      return sent
    },
    drop: (key: string) => {
      running.get(key)?.abort()
      blobs.drop(key)
    },
  }
}
