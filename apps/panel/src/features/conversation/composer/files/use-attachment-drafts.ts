import { prepareFileForSending } from '@prosa/files/video/prepare-file-for-sending'
import { useState } from 'react'
import { notify } from '../../../../shared/notifications/notifications.ts'
import type { AttachmentDraft } from './attachment-draft-row.tsx'

const MAX_FILES = 10
const UNREADABLE_FILE_ERROR = 'Não foi possível ler este arquivo.'

/** Returns the files that the user has chosen for sending, in the order of choice, and functions to change them. */
export function useAttachmentDrafts() {
  const [items, setItems] = useState<readonly AttachmentDraft[]>([])

  const change = (id: string, to: Partial<AttachmentDraft>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...to } : item)))

  const take = (files: readonly File[]) => {
    const room = MAX_FILES - items.length
    if (files.length > room) notify.error({ message: `São ${MAX_FILES} arquivos por vez: os outros ficaram de fora.` })
    const taken = files.slice(0, Math.max(0, room)).map((file) => ({ file, id: crypto.randomUUID() }))
    setItems((all) => [...all, ...taken.map(({ file, id }) => ({ id, name: file.name, prepared: null, caption: '' }))])
    for (const { file, id } of taken) {
      void prepareFileForSending(file)
        .catch(() => ({ refused: UNREADABLE_FILE_ERROR }))
        .then((prepared) => change(id, { prepared }))
    }
  }

  return {
    items,
    take,
    setCaption: (id: string, caption: string) => change(id, { caption }),
    remove: (id: string) => setItems((all) => all.filter((item) => item.id !== id)),
    clear: () => setItems([]),
  }
}
