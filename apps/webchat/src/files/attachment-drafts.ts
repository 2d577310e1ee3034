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
  /** Result of checking the file. Null while the check is running. */
  prepared: PreparedFile | null
  readonly row: HTMLElement
}

const isReady = (item: DraftItem): item is DraftItem & { prepared: SendableFile } =>
  item.prepared !== null && !('refused' in item.prepared)

/**
 * Creates the list of chosen files above the message input, shown before they are sent. The text in the message input becomes the caption
 * of the first file (MEDIA-12).
 * @param putFile appends a file to the messages to send
 */
export const createAttachmentDrafts = (
  { parts, put, chosen }: LazyFilesPorts,
  putFile: (file: SendableFile, caption: string) => void,
) => {
  const list = buildElement('ul', 'tray')
  list.setAttribute('aria-label', 'Arquivos a enviar')
  const said = buildElement('p', 'said')
  said.setAttribute('role', 'status')
  parts.form.before(list, said)
  let items: readonly DraftItem[] = []

  const say = (words: string) => {
    said.textContent = words
  }
  const draw = () => {
    list.hidden = items.length === 0
    parts.form.toggleAttribute('data-carries', items.length > 0)
    for (const item of items) drawRow(item)
    chosen()
  }
  const drawRow = (item: DraftItem) => {
    const { row, name, prepared } = item
    const about = buildElement('div', 'about-file')
    about.append(buildElement('p', 'file-name', name))
    if (!prepared) about.append(buildElement('p', 'file-note', 'Preparando…'))
    else if ('refused' in prepared) {
      const why = buildElement('p', 'file-refused', prepared.refused)
      why.setAttribute('role', 'alert')
      about.append(why)
    } else
      about.append(
        buildElement('p', 'file-note', `${formatFileSize(prepared.blob.size)}${prepared.converts ? MP4_CONVERSION_HINT : ''}`),
      )
    const remove = createTextButton('×', () => drop(item), 'remove')
    remove.setAttribute('aria-label', `Remover ${name}`)
    row.replaceChildren(createPreview(item), about, remove)
  }
  const drop = (item: DraftItem) => {
    forget([item])
    draw()
    parts.field.focus()
  }
  const forget = (gone: readonly DraftItem[]) => {
    for (const { row } of gone) {
      const image = row.querySelector('img')
      if (image) URL.revokeObjectURL(image.src)
      row.remove()
    }
    items = items.filter((item) => !gone.includes(item))
  }
  list.hidden = true

  return {
    say,
    take: (files: readonly File[]) => {
      const taken = files.slice(0, MAX_FILES - items.length)
      say(taken.length < files.length ? TOO_MANY_TEXT : '')
      for (const file of taken) {
        const item: DraftItem = { name: file.name, prepared: null, row: buildElement('li', 'tray-row') }
        items = [...items, item]
        list.append(item.row)
        void prepareFileForSending(file, VISITOR_FILE_LIMITS)
          .catch(() => ({ refused: UNREADABLE_TEXT }))
          .then((prepared) => {
            item.prepared = prepared
            if (items.includes(item)) draw()
          })
      }
      draw()
      parts.field.focus()
    },
    /** Whether there are files to send and the checks of all files are finished. */
    carries: () => items.some(isReady) && items.every(({ prepared }) => prepared !== null),
    sendWith: (words: string) => {
      const ready = items.filter(isReady).map(({ prepared }) => prepared)
      forget(items)
      say('')
      draw()
      const [first] = ready
      // Audio has no caption. A text that is longer than a caption is sent as a message of its own.
      const isCaption = first?.as !== 'audio' && first?.as !== 'voice' && words.length <= CAPTION_MAX_CHARS
      if (!isCaption && words !== '') put(words)
      for (const [at, file] of ready.entries()) putFile(file, at === 0 && isCaption ? words : '')
    },
  }
}

function createPreview({ prepared }: DraftItem): HTMLElement {
  if (prepared && !('refused' in prepared) && prepared.as === 'image') {
    const image = buildElement('img', 'preview')
    image.alt = ''
    image.src = URL.createObjectURL(prepared.blob)
    return image
  }
  const sign = buildElement('span', 'preview', '')
  sign.setAttribute('aria-hidden', 'true')
  return sign
}
