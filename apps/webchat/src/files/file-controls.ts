import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { getPastedFiles } from '@prosa/files/pasted-files'
import { type ApiResult, createFailure } from '../connection/api.ts'
import type { UnsentEntry } from '../sending/outbox.ts'
import type { FilesPorts, LocalFile } from './ports.ts'

const NOT_LOADED_TEXT = 'Não deu para abrir isso agora. Verifique a internet e toque de novo.'

/**
 * Creates the controls for attaching files and recording voice messages. Their code is loaded when a button is first pressed (MEDIA-21).
 */
export const createFileControls = (ports: FilesPorts) => {
  const { parts } = ports
  const localFiles = new Map<string, LocalFile>()
  const localFilePort = {
    showLocalFile: (key: string, file: LocalFile) => {
      localFiles.set(key, file)
      ports.onChange()
    },
  }
  let loadedFiles: Awaited<ReturnType<typeof load>> | null = null
  const load = async () => (await import('./lazy-files.ts')).createLazyFiles({ ...ports, ...localFilePort })
  let pendingLoad: ReturnType<typeof load> | null = null
  const loadOnce = async () => {
    pendingLoad ??= load()
    try {
      loadedFiles = await pendingLoad
      return loadedFiles
    } catch (error) {
      pendingLoad = null
      throw error
    }
  }
  const runWhenLoaded = (action: (loaded: Awaited<ReturnType<typeof load>>) => unknown) =>
    void loadOnce().then(action, () => {
      parts.connectionNotice.textContent = NOT_LOADED_TEXT
      parts.connectionNotice.hidden = false
    })
  const addFiles = (files: readonly File[]): boolean => {
    if (files.length > 0 && !parts.attachButton.disabled) runWhenLoaded((loaded) => loaded.addFiles(files))
    return files.length > 0
  }

  parts.attachButton.addEventListener('click', () => parts.fileInput.click())
  parts.fileInput.addEventListener('change', () => {
    addFiles([...(parts.fileInput.files ?? [])])
    parts.fileInput.value = ''
  })
  parts.recordButton.addEventListener('click', () => runWhenLoaded((loaded) => loaded.record()))
  parts.textarea.addEventListener('paste', (event) => {
    if (addFiles(getPastedFiles(event.clipboardData))) event.preventDefault()
  })
  // Prevents the browser from opening a dropped file in place of the page.
  parts.page.addEventListener('dragover', (event) => event.preventDefault())
  parts.page.addEventListener('drop', (event) => {
    event.preventDefault()
    addFiles([...(event.dataTransfer?.files ?? [])])
  })

  return {
    enable: () => {
      parts.attachButton.disabled = false
      parts.recordButton.disabled = false
    },
    getLocalFile: (key: string) => localFiles.get(key),
    hasReadyFiles: () => loadedFiles?.hasReadyFiles() ?? false,
    sendWithCaption: (caption: string) => loadedFiles?.sendWithCaption(caption),
    send: (entry: UnsentEntry): Promise<ApiResult<{ message: WebchatMessage }>> =>
      loadOnce().then(
        (loaded) => loaded.send(entry),
        () => createFailure('offline'),
      ),
    /**
     * Cancels sending a file.
     * @param key key of the message with the file
     */
    remove: (key: string) => {
      if (localFiles.has(key)) runWhenLoaded((loaded) => loaded.remove(key))
    },
  }
}
