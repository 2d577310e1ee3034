import { notify } from './notifications.ts'

const RETRY_MS = 5_000

const nextChance = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, RETRY_MS)
    window.addEventListener('online', resolve, { once: true })
  })

/** Whether the server that has the panel's files answers. */
export const isServed = (): Promise<boolean> =>
  fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

let saysSo = false

/** Its files went with an older build, or the browser keeps in mind that they failed once: only a fresh page gets them. */
const offerReload = () => {
  if (saysSo) return
  saysSo = true
  notify.warning({
    title: 'Recarregue a página',
    message: 'Uma parte do Prosa não carregou. O que você está escrevendo fica guardado.',
    autoHide: false,
    action: { label: 'Recarregar', run: () => window.location.reload() },
  })
}

/**
 * Code that comes later than its page, however long it takes: without a network it is asked for until there is one. A promise that
 * failed would take down everything that stands around what waits for it.
 */
export async function lateCode<T>(load: () => Promise<T>): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await load()
    } catch {
      if (!isFirst && (await isServed())) offerReload()
    }
    await nextChance()
  }
}
