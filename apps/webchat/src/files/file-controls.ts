import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { getPastedFiles } from '@prosa/files/pasted-files'
import { type ApiResult, createFailure } from '../connection/api.ts'
import type { UnsentEntry } from '../sending/outbox.ts'
import type { FilesPorts, LocalFile } from './ports.ts'

const NOT_LOADED_TEXT = 'Não deu para abrir isso agora. Verifique a internet e toque de novo.'

/**
 * Creates the controls for attaching files and recording voice messages. The buttons work immediately; their code is loaded when a button
 * is first pressed (MEDIA-21).
 */
export const createFileControls = (ports: FilesPorts) => {
  const { parts } = ports
  const local = new Map<string, LocalFile>()
  const known = {
    show: (key: string, file: LocalFile) => {
      local.set(key, file)
      ports.changed()
    },
  }
  let here: Awaited<ReturnType<typeof load>> | null = null
  const load = async () => (await import('./lazy-files.ts')).createLazyFiles({ ...ports, ...known })
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
      parts.line.textContent = NOT_LOADED_TEXT
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
    if (take(getPastedFiles(event.clipboardData))) event.preventDefault()
  })
  // Prevents the default action: a file that is dropped beside the field would otherwise replace the page.
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
    /** Whether chosen files are ready to be sent. */
    carries: () => here?.carries() ?? false,
    sendWith: (caption: string) => here?.sendWith(caption),
    send: (entry: UnsentEntry): Promise<ApiResult<{ message: WebchatMessage }>> =>
      late().then(
        (loaded) => loaded.send(entry),
        () => createFailure('offline'),
      ),
    /** Cancels the sending of a file. `key`: key of its message. */
    drop: (key: string) => {
      if (local.has(key)) press((loaded) => loaded.drop(key))
    },
  }
}
