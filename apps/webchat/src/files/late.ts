import type { WebchatMessage } from '@prosa/contract/calls/webchat'
import { failed, type Result, send as sendMessage } from '../api.ts'
import type { Unsent } from '../outbox.ts'
import { createBlobs } from './blobs.ts'
import type { LatePorts } from './ports.ts'
import type { Ready } from './ready.ts'
import { createTray } from './tray.ts'
import { upload } from './upload.ts'
import { createVoice } from './voice.ts'
import './files.css'

const GONE = 'O arquivo não está mais neste navegador. Anexe-o de novo.'
const NOT_KEPT = 'Não feche esta aba até terminar: este navegador não guarda arquivos.'

/** All that files and voice bring along, in one piece: it comes with the first press. */
export const createLate = (ports: LatePorts) => {
  const blobs = createBlobs()
  const running = new Map<string, AbortController>()
  const addresses = new Map<string, string>()

  const show = (key: string, blob: Blob, share: number | null) => {
    const address = addresses.get(key) ?? URL.createObjectURL(blob)
    addresses.set(key, address)
    ports.show(key, { address, share })
  }
  const put = ({ blob, name, as }: Ready, caption: string) => {
    const key = crypto.randomUUID()
    show(key, blob, null)
    void blobs.keep(key, blob).then((isKept) => {
      if (!isKept) tray.say(NOT_KEPT)
    })
    ports.put(caption, { key, file: { name, size: blob.size, as } })
  }
  const tray = createTray(ports, put)
  const voice = createVoice(ports, put)

  return {
    take: tray.take,
    carries: tray.carries,
    sendWith: tray.sendWith,
    record: voice.record,
    /** Uploads a file and sends its message; the same key makes it harmless to try again, whatever of it has arrived. */
    send: async ({ key, content, file }: Unsent): Promise<Result<{ message: WebchatMessage }>> => {
      const blob = await blobs.find(key)
      if (!blob || !file) return { ...failed('refused'), words: GONE }
      const over = new AbortController()
      running.set(key, over)
      const onProgress = (share: number) => show(key, blob, share)
      const { agentId } = ports
      const id = await upload(blob, file.name, { agentId, signal: over.signal, onProgress })
      running.delete(key)
      if (typeof id !== 'string') return id
      const sent = await sendMessage(agentId, key, content, { file_id: id, as: file.as })
      if (sent.ok) blobs.drop(key)
      return sent
    },
    drop: (key: string) => {
      running.get(key)?.abort()
      blobs.drop(key)
    },
  }
}
