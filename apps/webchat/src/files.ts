import type { WebchatMessage } from '@prosa/contract/calls/webchat'
import { filesPasted } from '@prosa/files/pasted-files'
import { failed, type Result } from './api.ts'
import type { FilesPorts, LocalFile } from './files/ports.ts'
import type { Unsent } from './outbox.ts'

const NOT_LOADED = 'Não deu para abrir isso agora. Verifique a internet e toque de novo.'

/** Creates the buttons for files and voice messages. They work at once; their code is loaded at the first press (MEDIA-21). */
export const createFiles = (ports: FilesPorts) => {
  const { parts } = ports
  const local = new Map<string, LocalFile>()
  const known = {
    show: (key: string, file: LocalFile) => {
      local.set(key, file)
      ports.changed()
    },
  }
  let here: Awaited<ReturnType<typeof load>> | null = null
  const load = async () => (await import('./files/late.ts')).createLate({ ...ports, ...known })
  let coming: ReturnType<typeof load> | null = null
  const late = async () => {
    coming ??= load()
    try {
      here = await coming
      return here
    } catch (error) {
      coming = null
      throw error
    }
  }
  const press = (run: (loaded: Awaited<ReturnType<typeof load>>) => unknown) =>
    void late().then(run, () => {
      parts.line.textContent = NOT_LOADED
      parts.line.hidden = false
    })
  const take = (taken: readonly File[]): boolean => {
    if (taken.length > 0 && !parts.attach.disabled) press((loaded) => loaded.take(taken))
    return taken.length > 0
  }

  parts.attach.addEventListener('click', () => parts.chooser.click())
  parts.chooser.addEventListener('change', () => {
    take([...(parts.chooser.files ?? [])])
    parts.chooser.value = ''
  })
  parts.record.addEventListener('click', () => press((loaded) => loaded.record()))
  parts.field.addEventListener('paste', (event) => {
    if (take(filesPasted(event.clipboardData))) event.preventDefault()
  })
  // Without these handlers, a file dropped beside the field would replace the page.
  parts.page.addEventListener('dragover', (event) => event.preventDefault())
  parts.page.addEventListener('drop', (event) => {
    event.preventDefault()
    take([...(event.dataTransfer?.files ?? [])])
  })

  return {
    enable: () => {
      parts.attach.disabled = false
      parts.record.disabled = false
    },
    local: (key: string) => local.get(key),
    /** Whether chosen files wait to be sent. */
    carries: () => here?.carries() ?? false,
    sendWith: (caption: string) => here?.sendWith(caption),
    send: (entry: Unsent): Promise<Result<{ message: WebchatMessage }>> =>
      late().then(
        (loaded) => loaded.send(entry),
        () => failed('offline'),
      ),
    /** Cancels the sending of a file. */
    drop: (key: string) => {
      if (local.has(key)) press((loaded) => loaded.drop(key))
    },
  }
}
