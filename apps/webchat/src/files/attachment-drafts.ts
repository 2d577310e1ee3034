import { CAPTION_MAX_CHARS } from '@prosa/contract/rules/conversations/outgoing-message'
import { VISITOR_FILE_LIMITS } from '@prosa/contract/rules/files/accepted-files'
import { formatFileSize } from '@prosa/contract/rules/files/file-size'
import type { PreparedFile } from '@prosa/files/prepare-file'
import { MP4_CONVERSION_HINT } from '@prosa/files/video/conversion-texts'
import { prepareFileForSending } from '@prosa/files/video/prepare-file-for-sending'
import type { LazyFilesPorts } from './ports.ts'
import { buildElement, createTextButton, type SendableFile } from './sendable-file.ts'

const MAX_FILES = 10
const TOO_MANY_TEXT = `São ${MAX_FILES} arquivos por vez: os outros ficaram de fora.`
const UNREADABLE_TEXT = 'Não foi possível ler este arquivo.'

interface DraftItem {
  readonly name: string
  /** The checked file, or the reason why it cannot be sent. Null while the check is running. */
  preparedFile: PreparedFile | null
  readonly row: HTMLElement
}

const isReady = (item: DraftItem): item is DraftItem & { preparedFile: SendableFile } =>
  item.preparedFile !== null && !('refused' in item.preparedFile)

/**
 * Creates the list of files that the lead has chosen but not sent yet, shown above the message input. The typed text becomes the caption of
 * the first file (MEDIA-12).
 * @param putFile adds a file to the messages to send
 */
export const createAttachmentDrafts = (
  { parts, enqueue, onDraftsChange }: LazyFilesPorts,
  putFile: (file: SendableFile, caption: string) => void,
) => {
  const list = buildElement('ul', 'tray')
  list.setAttribute('aria-label', 'Arquivos a enviar')
  const statusLine = buildElement('p', 'said')
  statusLine.setAttribute('role', 'status')
  parts.form.before(list, statusLine)
  let items: readonly DraftItem[] = []

  const announce = (text: string) => {
    statusLine.textContent = text
  }
  const render = () => {
    list.hidden = items.length === 0
    parts.form.toggleAttribute('data-carries', items.length > 0)
    for (const item of items) drawRow(item)
    onDraftsChange()
  }
  const drawRow = (item: DraftItem) => {
    const { row, name, preparedFile } = item
    const fileInfo = buildElement('div', 'about-file')
    fileInfo.append(buildElement('p', 'file-name', name))
    if (!preparedFile) fileInfo.append(buildElement('p', 'file-note', 'Preparando…'))
    else if ('refused' in preparedFile) {
      const rejection = buildElement('p', 'file-refused', preparedFile.refused)
      rejection.setAttribute('role', 'alert')
      fileInfo.append(rejection)
    } else
      fileInfo.append(
        buildElement(
          'p',
          'file-note',
          `${formatFileSize(preparedFile.blob.size)}${preparedFile.needsConversion ? MP4_CONVERSION_HINT : ''}`,
        ),
      )
    const remove = createTextButton('×', () => removeDraft(item), 'remove')
    remove.setAttribute('aria-label', `Remover ${name}`)
    row.replaceChildren(createPreview(item), fileInfo, remove)
  }
  const removeDraft = (item: DraftItem) => {
    detachDrafts([item])
    render()
    parts.textarea.focus()
  }
  const detachDrafts = (removed: readonly DraftItem[]) => {
    for (const { row } of removed) {
      const image = row.querySelector('img')
      if (image) URL.revokeObjectURL(image.src)
      row.remove()
    }
    items = items.filter((item) => !removed.includes(item))
  }
  list.hidden = true

  return {
    announce,
    addFiles: (files: readonly File[]) => {
      const accepted = files.slice(0, MAX_FILES - items.length)
      announce(accepted.length < files.length ? TOO_MANY_TEXT : '')
      for (const file of accepted) {
        const item: DraftItem = { name: file.name, preparedFile: null, row: buildElement('li', 'tray-row') }
        items = [...items, item]
        list.append(item.row)
        void prepareFileForSending(file, VISITOR_FILE_LIMITS)
          .catch(() => ({ refused: UNREADABLE_TEXT }))
          .then((prepared) => {
            item.preparedFile = prepared
            if (items.includes(item)) render()
          })
      }
      render()
      parts.textarea.focus()
    },
    /** Whether there are files to send and all files have been checked. */
    hasReadyFiles: () => items.some(isReady) && items.every(({ preparedFile }) => preparedFile !== null),
    sendWithCaption: (text: string) => {
      const ready = items.filter(isReady).map(({ preparedFile }) => preparedFile)
      detachDrafts(items)
      announce('')
      render()
      const [first] = ready
      // Sends the text as a separate message if the first file is audio, which has no caption, or if the text is too long for a caption.
      const isCaption = first?.mediaType !== 'audio' && first?.mediaType !== 'voice' && text.length <= CAPTION_MAX_CHARS
      if (!isCaption && text !== '') enqueue(text)
      for (const [index, file] of ready.entries()) putFile(file, index === 0 && isCaption ? text : '')
    },
  }
}

function createPreview({ preparedFile }: DraftItem): HTMLElement {
  if (preparedFile && !('refused' in preparedFile) && preparedFile.mediaType === 'image') {
    const image = buildElement('img', 'preview')
    image.alt = ''
    image.src = URL.createObjectURL(preparedFile.blob)
    return image
  }
  const placeholder = buildElement('span', 'preview', '')
  placeholder.setAttribute('aria-hidden', 'true')
  return placeholder
}
