import { notify } from '../notifications/notifications.ts'

type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const STORAGE_FAILED_NOTICE = {
  title: 'Este navegador não está guardando dados',
  message:
    'O Prosa funciona nesta aba. Ao recarregar ou abrir outra, pode ser preciso entrar de novo, e se perdem suas escolhas e o que não foi enviado.',
  autoHide: false,
}

let isNoticeShown = false

/** Notifies the user, once per page load, that a value could not be stored. */
function notifyStorageFailed(): void {
  if (isNoticeShown) return
  isNoticeShown = true
  notify.warning(STORAGE_FAILED_NOTICE)
}

/**
 * Returns a storage area that never throws. If the browser's storage is blocked or full, values are kept in memory until the page closes.
 */
function createSafeStorage(browserArea: () => Storage): StorageArea {
  const memory = new Map<string, string>()
  const remove = (name: string) => {
    try {
      browserArea().removeItem(name)
    } catch {}
  }
  return {
    getItem: (name) => {
      const value = memory.get(name)
      if (value !== undefined) return value
      try {
        return browserArea().getItem(name)
      } catch {
        return null
      }
    },
    setItem: (name, value) => {
      try {
        browserArea().setItem(name, value)
        memory.delete(name)
      } catch {
        memory.set(name, value)
        // Removes the old value, so that other tabs and the next page load do not read it.
        remove(name)
        notifyStorageFailed()
      }
    },
    removeItem: (name) => {
      memory.delete(name)
      remove(name)
    },
  }
}

/** Storage that all tabs share and that survives a restart of the browser. */
export const safeLocalStorage = createSafeStorage(() => window.localStorage)

/** Storage of one tab that survives a reload. */
export const safeSessionStorage = createSafeStorage(() => window.sessionStorage)
