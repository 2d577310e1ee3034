import type { Message } from '@prosa/contract/entities/conversations/message'
import { create } from 'zustand'
import type { ThreadRow } from '../message-list/thread-rows.ts'

/** Minimum number of consecutive images that are shown as a grid (MEDIA-13). */
const MIN_ALBUM_IMAGES = 4

/** Whether the message contains only an image. An image with a text, mark or delivery error is not shown in a grid. */
const isImageOnly = ({ type, content, attachment, ...rest }: Message): boolean =>
  type === 'image' &&
  content === '' &&
  attachment?.url !== undefined &&
  rest.delivery !== 'failed' &&
  rest.delivery !== 'unknown' &&
  !(
    rest.revoked_at ||
    rest.edited_at ||
    rest.forwarded ||
    rest.product ||
    rest.ad ||
    rest.reply_to ||
    rest.choices ||
    rest.file_line
  ) &&
  !rest.source?.startsWith('phone')

/**
 * Groups consecutive images into grids. Returns the images of the grid by the id of each of its messages. A change of speaker, a new day or
 * the unread mark begins a new grid.
 */
export function groupIntoAlbums(rows: readonly ThreadRow[]): ReadonlyMap<string, readonly Message[]> {
  const albums = new Map<string, readonly Message[]>()
  let run: Message[] = []
  const closeRun = () => {
    if (run.length >= MIN_ALBUM_IMAGES) for (const { message_id } of run) albums.set(message_id, run)
    run = []
  }
  for (const row of rows) {
    if (row.isFirstInGroup || row.unread > 0) closeRun()
    if (row.kind === 'message' && row.reactions === '' && isImageOnly(row.message)) run.push(row.message)
    else closeRun()
  }
  closeRun()
  return albums
}

/** Image grids of all conversations that are rendered, by message id. */
export const useImageAlbums = create<{ albums: ReadonlyMap<string, readonly Message[]> }>()(() => ({ albums: new Map() }))

const getRowId = (row: ThreadRow): string => (row.kind === 'message' ? row.message.message_id : row.key)

/** Updates the image grids of these rows. Grids of other rows, such as those behind an overlay, stay. */
export function updateImageAlbums(rows: readonly ThreadRow[]): void {
  const { albums } = useImageAlbums.getState()
  const currentAlbums = groupIntoAlbums(rows)
  const currentRowIds = new Set(rows.map(getRowId))
  const others = [...albums].filter(([id]) => !currentRowIds.has(id))
  if (currentAlbums.size + others.length + albums.size > 0)
    useImageAlbums.setState({ albums: new Map([...others, ...currentAlbums]) })
}

export const clearImageAlbums = (): void => useImageAlbums.setState({ albums: new Map() })
