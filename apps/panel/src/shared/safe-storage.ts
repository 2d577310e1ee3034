import { notify } from './notifications.ts'

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const NOT_KEPT = {
  title: 'Este navegador não está guardando dados',
  message:
    'O Prosa funciona nesta aba. Ao recarregar ou abrir outra, pode ser preciso entrar de novo, e se perdem suas escolhas e o que não foi enviado.',
  autoHide: false,
}

let isNoticeShown = false

/** Says once a page load that something could not be stored. */
function reportNotKept(): void {
  if (isNoticeShown) return
  isNoticeShown = true
  notify.warning(NOT_KEPT)
}

/** Returns a storage area that never throws: where the browser blocks it or it is full, values last as long as the page. */
function createArea(browserArea: () => Storage): Area {
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
        // Other tabs and the next page load must not read the value before.
        remove(name)
        reportNotKept()
      }
    },
    removeItem: (name) => {
      memory.delete(name)
      remove(name)
    },
  }
}

/** What all tabs of the browser share. */
export const localArea = createArea(() => window.localStorage)

/** What one tab keeps through a reload. */
export const tabArea = createArea(() => window.sessionStorage)
