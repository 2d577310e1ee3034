import { sizeText } from '@prosa/contract/rules/file-size'
import { VISITOR_TERMS } from '@prosa/contract/rules/files'
import { CAPTION_MAX_CHARS } from '@prosa/contract/rules/outgoing-message'
import type { Prepared } from '@prosa/files/prepare-file'
import { prepareSendable } from '@prosa/files/video/prepare-sendable'
import { BECOMES_MP4 } from '@prosa/files/video/words'
import type { LatePorts } from './ports.ts'
import { element, type Ready, textButton } from './ready.ts'

const FILES_MAX = 10
const TOO_MANY = `São ${FILES_MAX} arquivos por vez: os outros ficaram de fora.`
const BROKEN = 'Não foi possível ler este arquivo.'

interface Item {
  readonly name: string
  /** Result of checking the file; null while the check is running. */
  prepared: Prepared | null
  readonly row: HTMLElement
}

const isReady = (item: Item): item is Item & { prepared: Ready } => item.prepared !== null && !('refused' in item.prepared)

/** List of chosen files above the input, shown before they are sent. The text in the input becomes the first file's caption (MEDIA-12). */
export const createTray = ({ parts, put, chosen }: LatePorts, putFile: (file: Ready, caption: string) => void) => {
  const list = element('ul', 'tray')
  list.setAttribute('aria-label', 'Arquivos a enviar')
  const said = element('p', 'said')
  said.setAttribute('role', 'status')
  parts.form.before(list, said)
  let items: readonly Item[] = []

  const say = (words: string) => {
    said.textContent = words
  }
  const draw = () => {
    list.hidden = items.length === 0
    parts.form.toggleAttribute('data-carries', items.length > 0)
    for (const item of items) drawRow(item)
    chosen()
  }
  const drawRow = (item: Item) => {
    const { row, name, prepared } = item
    const about = element('div', 'about-file')
    about.append(element('p', 'file-name', name))
    if (!prepared) about.append(element('p', 'file-note', 'Preparando…'))
    else if ('refused' in prepared) {
      const why = element('p', 'file-refused', prepared.refused)
      why.setAttribute('role', 'alert')
      about.append(why)
    } else about.append(element('p', 'file-note', `${sizeText(prepared.blob.size)}${prepared.converts ? BECOMES_MP4 : ''}`))
    const remove = textButton('×', () => drop(item), 'remove')
    remove.setAttribute('aria-label', `Remover ${name}`)
    row.replaceChildren(previewOf(item), about, remove)
  }
  const drop = (item: Item) => {
    forget([item])
    draw()
    parts.field.focus()
  }
  const forget = (gone: readonly Item[]) => {
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
      const taken = files.slice(0, FILES_MAX - items.length)
      say(taken.length < files.length ? TOO_MANY : '')
      for (const file of taken) {
        const item: Item = { name: file.name, prepared: null, row: element('li', 'tray-row') }
        items = [...items, item]
        list.append(item.row)
        void prepareSendable(file, VISITOR_TERMS)
          .catch(() => ({ refused: BROKEN }))
          .then((prepared) => {
            item.prepared = prepared
            if (items.includes(item)) draw()
          })
      }
      draw()
      parts.field.focus()
    },
    /** Whether there are files to send and all of them are checked. */
    carries: () => items.some(isReady) && items.every(({ prepared }) => prepared !== null),
    sendWith: (words: string) => {
      const ready = items.filter(isReady).map(({ prepared }) => prepared)
      forget(items)
      say('')
      draw()
      const [first] = ready
      // Audio has no caption, and a text longer than a caption is sent as its own message.
      const isCaption = first?.as !== 'audio' && first?.as !== 'voice' && words.length <= CAPTION_MAX_CHARS
      if (!isCaption && words !== '') put(words)
      for (const [at, file] of ready.entries()) putFile(file, at === 0 && isCaption ? words : '')
    },
  }
}

function previewOf({ prepared }: Item): HTMLElement {
  if (prepared && !('refused' in prepared) && prepared.as === 'image') {
    const image = element('img', 'preview')
    image.alt = ''
    image.src = URL.createObjectURL(prepared.blob)
    return image
  }
  const sign = element('span', 'preview', '')
  sign.setAttribute('aria-hidden', 'true')
  return sign
}
