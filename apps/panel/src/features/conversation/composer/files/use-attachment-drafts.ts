import { prepareFileForSending } from '@prosa/files/video/prepare-file-for-sending'
import { useState } from 'react'
import { notify } from '../../../../shared/notifications/notifications.ts'
import type { AttachmentDraft } from './attachment-draft-row.tsx'

const MAX_FILES = 10
const UNREADABLE_FILE_ERROR = 'Não foi possível ler este arquivo.'

/** Returns the files that the user has chosen for sending, in the order of choice, and functions to change them. */
export function useAttachmentDrafts() {
  const [items, setItems] = useState<readonly AttachmentDraft[]>([])

  const updateDraft = (id: string, changes: Partial<AttachmentDraft>) =>
    setItems((drafts) => drafts.map((item) => (item.id === id ? { ...item, ...changes } : item)))

  const addFiles = (files: readonly File[]) => {
    const freeSlots = MAX_FILES - items.length
    if (files.length > freeSlots) notify.error({ message: `São ${MAX_FILES} arquivos por vez: os outros ficaram de fora.` })
    const accepted = files.slice(0, Math.max(0, freeSlots)).map((file) => ({ file, id: crypto.randomUUID() }))
    setItems((drafts) => [
      ...drafts,
      ...accepted.map(({ file, id }) => ({ id, name: file.name, preparedFile: null, caption: '' })),
    ])
    for (const { file, id } of accepted) {
      void prepareFileForSending(file)
        .catch(() => ({ refused: UNREADABLE_FILE_ERROR }))
        .then((prepared) => updateDraft(id, { preparedFile: prepared }))
    }
  }

  return {
    items,
    addFiles,
    setCaption: (id: string, caption: string) => updateDraft(id, { caption }),
    remove: (id: string) => setItems((drafts) => drafts.filter((item) => item.id !== id)),
    clear: () => setItems([]),
  }
}
