import { prepareSendable } from '@prosa/files/video/prepare-sendable'
import { useState } from 'react'
import { notify } from '../../../shared/notifications.ts'
import type { TrayItem } from './tray.tsx'

const FILES_MAX = 10
const BROKEN = 'Não foi possível ler este arquivo.'

/** Files chosen for sending, in the order in which they were chosen. */
export function useTray() {
  const [items, setItems] = useState<readonly TrayItem[]>([])

  const change = (id: string, to: Partial<TrayItem>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...to } : item)))

  const take = (files: readonly File[]) => {
    const room = FILES_MAX - items.length
    if (files.length > room) notify.error({ message: `São ${FILES_MAX} arquivos por vez: os outros ficaram de fora.` })
    const taken = files.slice(0, Math.max(0, room)).map((file) => ({ file, id: crypto.randomUUID() }))
    setItems((all) => [...all, ...taken.map(({ file, id }) => ({ id, name: file.name, prepared: null, caption: '' }))])
    for (const { file, id } of taken) {
      void prepareSendable(file)
        .catch(() => ({ refused: BROKEN }))
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
